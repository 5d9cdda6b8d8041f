export { changePrimaryEmail, followChannels, type PrimaryEmailChange } from "./primary-email";
export { insertChannel, isSignInEmailTaken } from "./queries";
