// Exports what a trusted backend manages of users, loaded together when the first of it is needed, like that of the users themselves.

export { ownSignIn } from "../sign-in/own-sign-in";
export { ServerContactChannel } from "./contact-channel";
export { ServerOAuthProvider } from "./oauth-provider";
export { changePermission } from "./permission-changes";
export { teamOfApiKey, userOfApiKey } from "./presented-api-key";
export { serverAppWrites, serverUserWrites } from "./writes";
