import { queryOptions } from "@tanstack/react-query";
import type { GatehouseClientApp, Result, TeamInvitationPreview } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { keys } from "./keys";

/** Reads whether a password reset code is valid, as a result; other errors are thrown. */
export function passwordResetCodeOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "password-reset", code),
    queryFn: () => app.verifyPasswordResetCode(code),
  });
}

/** Reads what an invitation leads to, as a result: that the team is deleted is one of its errors. */
export function teamInvitationCodeOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "team-invitation", code),
    queryFn: async (): Promise<Result<TeamInvitationPreview>> => {
      try {
        return await app.previewTeamInvitation(code);
      } catch (error) {
        if (isKnownError(error, "TEAM_NOT_FOUND")) return { status: "error", error };
        throw error;
      }
    },
    // Each look counts as a try of the code.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads whom a sign-in link signs in, as a result. */
export function magicLinkOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "magic-link", code),
    queryFn: () => app.previewMagicLink(code),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads whose address a link verifies, as a result. */
export function emailVerificationOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "verification", code),
    queryFn: () => app.previewEmailVerification(code),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
