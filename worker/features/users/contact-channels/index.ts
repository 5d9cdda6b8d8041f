export { changePrimaryEmail, followChannels } from "./changes";
export { insertChannel, isSignInEmailTaken } from "./queries";
