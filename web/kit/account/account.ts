// Exports what users manage of their accounts and teams, loaded together when the first of it is needed: most pages never do. A few
// files travel faster than many, and a bundler that is led here by one import makes one file of it.

export {
  createKeyOfTeam,
  createKeyOfUser,
  listKeysOfTeam,
  listKeysOfUser,
} from "../api-keys/api-key";
export { createCheckoutUrl } from "../payments/purchases";
export { setPassword, updatePassword } from "../sign-in/own-password";
export { reauthenticate, sendReauthenticationCode } from "../sign-in/reauthentication";
export { listActiveSessions } from "./active-session";
export { findConnectedAccount } from "./connected-account";
export { createContactChannel, listContactChannels } from "./contact-channel";
export { inviteUser, listInvitations, listMembers, listUsers, readProfile } from "./members";
export { listNotificationCategories } from "./notification-category";
export { listOAuthProviders } from "./oauth-provider";
export { listPasskeys } from "./passkey";
export { getPermission, listPermissions } from "./permissions";
