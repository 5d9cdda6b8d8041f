// Exports what users manage of their accounts and teams, loaded together when the first of it is needed: most pages never do. A few
// files travel faster than many, and a bundler that is led here by one import makes one file of it.

export { keyOfTeam, keyOfUser } from "../api-keys/api-key";
export { ownSignIn } from "../sign-in/own-sign-in";
export { reauthenticate } from "../sign-in/reauthentication";
export { ContactChannel } from "./contact-channel";
export { EditableTeamMemberProfile, ReceivedTeamInvitation, TeamInvitation, TeamMember, toTeamUser } from "./members";
export { OAuthProvider } from "./oauth-provider";
export { connectedAccount, connectedAccountOf, NotificationCategory, Passkey, toActiveSession } from "./own-objects";
export { getPermission } from "./permissions";
export { teamWrites, userWrites } from "./writes";
