import type { User } from "../../../db/users/queries";
import type { Settings } from "../../../platform/env";
import { signAccessToken } from "../../../platform/signing-keys";
import { audienceOf, issuerOf } from "../../access";

/** The user that an access token describes. */
export type TokenSubject = Pick<
  User,
  "id" | "displayName" | "primaryEmail" | "primaryEmailVerified" | "isAnonymous"
> & { selectedTeam: { id: string } | null };

/**
 * An access token (RFC 7519) of a session: a snapshot of the user that verifies without a query, until it expires.
 * Clients take a token that lacks any of these claims for no token at all.
 */
export function newAccessToken(
  settings: Settings,
  {
    projectId,
    sessionId,
    isImpersonation,
    user,
  }: { projectId: string; sessionId: string; isImpersonation: boolean; user: TokenSubject },
): Promise<string> {
  const audience = audienceOf(projectId, user.isAnonymous);
  const claims = {
    sub: user.id,
    project_id: projectId,
    branch_id: "main",
    refresh_token_id: sessionId,
    role: "authenticated",
    name: user.displayName,
    email: user.primaryEmail,
    email_verified: user.primaryEmailVerified,
    selected_team_id: user.selectedTeam?.id ?? null,
    is_anonymous: user.isAnonymous,
    // Only where it is true: clients of before have never seen it.
    ...(isImpersonation && { is_impersonation: true }),
  };
  return signAccessToken(settings.serverSecrets, audience, claims, {
    issuer: issuerOf(settings, audience),
    lifetimeSeconds: settings.accessTokenSeconds,
  });
}
