export { changePrimaryEmail, followChannels, type PrimaryEmailChange, verifyEmail } from "./changes";
export { insertChannel, isSignInEmailTaken } from "./queries";
