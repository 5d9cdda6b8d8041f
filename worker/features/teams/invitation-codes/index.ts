export {
  endInvitations,
  endInvitationsBy,
  forgetInvitations,
  type OpenInvitation,
  readInvitation,
  revokeInvitation,
  selectInvitations,
  teamInvitation,
} from "./team-invitation";
