import type { KnownError } from "../errors/known-error";
import { doneOf, type Result, resultOf } from "../errors/result";
import { AppSignIns } from "./sign-ins";

/** The actions for which the server mails a link with a code. */
export abstract class AppMailedCodes extends AppSignIns {
  /**
   * Sends a mail with a link to set a new password. Nothing reveals whether the address has an account.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, KnownError<"USER_NOT_FOUND">>> {
    const callback_url = this.connection.redirects.callbackUrl(options.callbackUrl, "passwordReset", "callbackUrl");
    const caller = this.connection.caller("client");
    const sent = caller.write("POST /auth/password/send-reset-code", { body: { email, callback_url } });
    return await doneOf(sent, "USER_NOT_FOUND");
  }

  /** Sets a new password with the code of a mail. Every session of the account ends. */
  async resetPassword(options: {
    readonly password: string;
    readonly code: string;
  }): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const { password, code } = options;
    const reset = this.connection.caller("client").write("POST /auth/password/reset", { body: { password, code } });
    return await doneOf(reset, "VERIFICATION_ERROR");
  }

  /** Checks a code for `resetPassword`, without using it up. */
  async verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const checked = this.connection.caller("client").write("POST /auth/password/reset/check-code", { body: { code } });
    return await doneOf(checked, "VERIFICATION_ERROR");
  }

  /** Verifies an address with the code of a mail that was sent there. Works for anyone who holds the code. */
  async verifyEmail(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const verified = this.connection.caller("client").write("POST /contact-channels/verify", { body: { code } });
    return await doneOf(verified, "VERIFICATION_ERROR");
  }

  /** Checks a code for `acceptTeamInvitation`, without using it up. */
  async verifyTeamInvitationCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const caller = this.connection.caller("client", this.session());
    const checked = caller.write("POST /team-invitations/accept/check-code", { body: { code } });
    return await doneOf(checked, "VERIFICATION_ERROR");
  }

  /** The team that the code of an invitation leads to. A user must be signed in. */
  async getTeamInvitationDetails(
    code: string,
  ): Promise<Result<{ readonly teamDisplayName: string }, KnownError<"VERIFICATION_ERROR">>> {
    const caller = this.connection.caller("client", this.session());
    const details = caller.write("POST /team-invitations/accept/details", { body: { code } });
    return await resultOf(
      details.then(({ team_display_name }) => ({ teamDisplayName: team_display_name })),
      "VERIFICATION_ERROR",
    );
  }

  /** Makes the current user a member of the team that the code of a mail leads to. */
  async acceptTeamInvitation(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const caller = this.connection.caller("client", this.session());
    return await doneOf(caller.write("POST /team-invitations/accept", { body: { code } }), "VERIFICATION_ERROR");
  }
}
