export {
  endInvitations,
  endInvitationsBy,
  endInvitationsTo,
  forgetInvitations,
  type OpenInvitation,
  readInvitation,
  revokeInvitation,
  selectInvitations,
  teamInvitation,
} from "./team-invitation";
