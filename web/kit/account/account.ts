// Exports what users manage of their accounts and teams, loaded together when the first of it is needed: most pages never do. A few
// files travel faster than many, and a bundler that is led here by one import makes one file of it.

export {
  createKeyOfTeam,
  createKeyOfUser,
  maskedKeyOfTeam,
  maskedKeyOfUser,
} from "../api-keys/api-key";
export { createCheckoutUrl } from "../payments/purchases";
export { setPassword, updatePassword } from "../sign-in/own-password";
export { reauthenticate, sendReauthenticationCode } from "../sign-in/reauthentication";
export { toActiveSession } from "./active-session";
export { connectedAccount } from "./connected-account";
export { ContactChannel, createContactChannel } from "./contact-channel";
export { EditableTeamMemberProfile, inviteUser, TeamInvitation, TeamMember, toTeamUser } from "./members";
export { NotificationCategory } from "./notification-category";
export { OAuthProvider } from "./oauth-provider";
export { Passkey } from "./passkey";
export { getPermission } from "./permissions";
