// Exports what a trusted backend manages of users, loaded together when the first of it is needed, like that of the users themselves.

export { createCheckoutUrl } from "../payments/purchases";
export { updatePassword } from "../sign-in/own-password";
export { createServerContactChannel, ServerContactChannel } from "./contact-channel";
export { createServerOAuthProvider, ServerOAuthProvider } from "./oauth-provider";
export { changePermission } from "./permission-changes";
export { teamOfApiKey, userOfApiKey } from "./presented-api-key";
