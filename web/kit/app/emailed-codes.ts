import type { KnownError } from "../errors/known-error";
import type { Result } from "../errors/result";
import type { Session } from "../session/session";
import type { EmailVerificationPreview, TeamInvitationPreview } from "../sign-in/emailed-codes";
import { methods } from "../sign-in/lazy";
import { AppSignIns } from "./sign-ins";

/** The actions for which the server emails a link with a code. */
export abstract class AppEmailedCodes extends AppSignIns {
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

  /** Sets a new password with the code of an email. Every session of the account ends. */
  async resetPassword(options: {
    readonly password: string;
    readonly code: string;
  }): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).resetPassword(this.connection, options.password, options.code);
  }

  /** Checks a code for `resetPassword`, without using it up. */
  async verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).verifyPasswordResetCode(this.connection, code);
  }

  /**
   * Verifies an address with the code of an email that was sent there. Works for anyone who holds the code; where its user is signed in
   * here, it proves too that the account is theirs.
   */
  async verifyEmail(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).verifyEmail(this.connection, this.ownSession(), code);
  }

  /** The address that the code of an email verifies, and the account it belongs to; needs no user. */
  async previewEmailVerification(
    code: string,
  ): Promise<Result<EmailVerificationPreview, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).previewEmailVerification(this.connection, code);
  }

  /** Returns whom the code of a link for `signInWithMagicLink` was emailed to. */
  async previewMagicLink(
    code: string,
  ): Promise<Result<{ readonly recipientEmail: string }, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).previewMagicLink(this.connection, code);
  }

  /** Checks a code for `acceptTeamInvitation`, without using it up. */
  async verifyTeamInvitationCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).verifyTeamInvitationCode(this.connection, this.session(), code);
  }

  /** The team that the code of an invitation leads to. A user must be signed in. */
  async getTeamInvitationDetails(
    code: string,
  ): Promise<Result<{ readonly teamDisplayName: string }, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).getTeamInvitationDetails(this.connection, this.session(), code);
  }

  /** Returns what the code of an invitation leads to; needs no user. */
  async previewTeamInvitation(code: string): Promise<Result<TeamInvitationPreview, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).previewTeamInvitation(this.connection, code);
  }

  /** Makes the current user a member of the team that the code of an email leads to. */
  async acceptTeamInvitation(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return (await methods()).acceptTeamInvitation(this.connection, this.session(), code);
  }
}
