// Ways to sign in that most visits do not take, loaded together when one of them is taken.

export { promptCliLogin } from "./cli-login";
export {
  acceptTeamInvitation,
  getTeamInvitationDetails,
  previewTeamInvitation,
  resetPassword,
  sendForgotPasswordEmail,
  verifyEmail,
  verifyPasswordResetCode,
  verifyTeamInvitationCode,
} from "./mailed-codes";
export { callOAuthCallback, linkWithOAuth, signInWithOAuth } from "./oauth";
