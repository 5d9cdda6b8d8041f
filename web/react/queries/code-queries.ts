import { queryOptions } from "@tanstack/react-query";
import type { GatehouseClientApp, Result, TeamInvitationPreview } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { keys } from "./keys";

/** Reads what an emailed code is good for, as a result. It is read once: each look may count as a try of the code. */
function emailedCodeOptions<T>(
  app: GatehouseClientApp,
  purpose: Parameters<typeof keys.emailedCode>[1],
  code: string,
  queryFn: () => Promise<Result<T>>,
) {
  return queryOptions({ queryKey: keys.emailedCode(app.projectId, purpose, code), queryFn });
}

/** Reads whose password a code resets; errors that are not about the code are thrown. */
export function passwordResetCodeOptions(app: GatehouseClientApp, code: string) {
  return emailedCodeOptions(app, "password-reset", code, () => app.previewPasswordReset(code));
}

/** Reads what an invitation leads to: that the team is deleted is one of its errors. */
export function teamInvitationCodeOptions(app: GatehouseClientApp, code: string) {
  return emailedCodeOptions(app, "team-invitation", code, async (): Promise<Result<TeamInvitationPreview>> => {
    try {
      return await app.previewTeamInvitation(code);
    } catch (error) {
      if (isKnownError(error, "TEAM_NOT_FOUND")) return { status: "error", error };
      throw error;
    }
  });
}

/** Reads whom a sign-in link signs in. */
export function magicLinkOptions(app: GatehouseClientApp, code: string) {
  return emailedCodeOptions(app, "magic-link", code, () => app.previewMagicLink(code));
}

/** Reads whose address a link verifies. */
export function emailVerificationOptions(app: GatehouseClientApp, code: string) {
  return emailedCodeOptions(app, "verification", code, () => app.previewEmailVerification(code));
}

/** Reads what a command line asks for with a login code; null for a code that the server refuses. */
export function cliLoginOptions(app: GatehouseClientApp, loginCode: string) {
  return queryOptions({
    queryKey: keys.cliLogin(app.projectId, loginCode),
    queryFn: async () => {
      try {
        const body = { login_code: loginCode };
        return await app[appInternals].caller("client").write("POST /auth/cli/check", { body });
      } catch (error) {
        if (isRefusedLoginCode(error)) return null;
        throw error;
      }
    },
  });
}

/** Tells whether the server refused a login code itself, so that trying again is in vain. */
export function isRefusedLoginCode(error: unknown): boolean {
  return (error instanceof RequestError && error.status === 400) || isKnownError(error, "SCHEMA_ERROR");
}
