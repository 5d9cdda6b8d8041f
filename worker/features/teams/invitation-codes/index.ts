export {
  endInvitations,
  endInvitationsBy,
  endInvitationsTo,
  forgetInvitations,
  type OpenInvitation,
  readInvitation,
  revokeInvitation,
  selectInvitations,
  selectInviters,
  teamInvitation,
} from "./team-invitation";
