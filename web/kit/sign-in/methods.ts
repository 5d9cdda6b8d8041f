// Ways to sign in that most visits do not take, loaded together when one of them is taken.

export { comingBack } from "../connection/authorization-request";
export { sendRequest } from "../connection/send-request";
export { promptCliLogin } from "./cli-login";
export { signUpWithCredential } from "./credential-sign-up";
export { emailedCodes, sendForgotPasswordEmail, sendMagicLinkEmail } from "./emailed-codes";
export { finishReturn } from "./hosted";
export { signInHere } from "./known-device";
export { callOAuthCallback, linkWithOAuth, signInWithOAuth } from "./oauth";
export { signIn } from "./sign-in";
