import type { KnownError } from "../errors/known-error";
import type { Result } from "../errors/result";
import { loadedRows, withMethods } from "../rows/with-rows";
import type { Session } from "../session/session";
import type { EmailedCodes } from "../sign-in/emailed-codes";
import { methods } from "../sign-in/lazy";
import { AppSignIns } from "./sign-ins";

interface Codes extends EmailedCodes {}

const codes: Codes = /* @__PURE__ */ loadedRows<Codes>(async () => (await methods()).emailedCodes, {
  resetPassword: true,
  verifyPasswordResetCode: true,
  verifyEmail: true,
  previewEmailVerification: true,
  previewMagicLink: true,
  verifyTeamInvitationCode: true,
  getTeamInvitationDetails: true,
  previewTeamInvitation: true,
  acceptTeamInvitation: true,
});

/** The actions for which the server emails a link with a code. */
export abstract class AppEmailedCodes extends /* @__PURE__ */ withMethods(AppSignIns, codes) {
  /** A signed-out one in an app without a token store. */
  protected ownSession(): Session {
    return this.connection.options.tokenStore === null ? this.connection.sessions.signedOut() : this.session();
  }

  /**
   * Sends an email with a link to set a new password. Nothing reveals whether the address has an account.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, KnownError<"USER_NOT_FOUND">>> {
    return (await methods()).sendForgotPasswordEmail(this.connection, email, options.callbackUrl);
  }
}
