export { changePrimaryEmail, endSignInByEmail, followChannels } from "./changes";
export { insertChannel, isSignInEmailTaken } from "./queries";
