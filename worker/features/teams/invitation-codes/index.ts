export {
  endInvitations,
  forgetInvitations,
  type OpenInvitation,
  readInvitation,
  revokeInvitation,
  selectInvitations,
  teamInvitation,
} from "./team-invitation";
