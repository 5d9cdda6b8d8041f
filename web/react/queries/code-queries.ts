import { queryOptions } from "@tanstack/react-query";
import type { GatehouseClientApp, Result } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { keys } from "./keys";

/** Whether a password reset code is valid, as a result; other errors are thrown. */
export function passwordResetCodeOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "password-reset", code),
    queryFn: () => app.verifyPasswordResetCode(code),
  });
}

/** The team that an invitation code leads to, as a result: that the team is deleted is one of its errors. */
export function teamInvitationCodeOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: keys.emailedCode(app.projectId, "team-invitation", code),
    queryFn: async (): Promise<Result<{ readonly teamDisplayName: string }>> => {
      try {
        return await app.getTeamInvitationDetails(code);
      } catch (error) {
        if (isKnownError(error, "TEAM_NOT_FOUND")) return { status: "error", error };
        throw error;
      }
    },
  });
}
