import type { Settings } from "../../platform/env";
import { type TokenVerdict, verifyAccessToken } from "../../platform/signing-keys";
import type { CommonError } from "../../protocol/common-errors";
import type { EndpointSpec } from "../../protocol/endpoint";
import type { Failing } from "../../protocol/failing";
import type { TierClaim } from "../../protocol/request-headers";
import type { Claims } from "./caller";

const anonymousSuffix = ":anon";

/** The audience of a project's tokens. Anonymous users have another one, and with it other keys. */
export function audienceOf(projectId: string, isAnonymous: boolean): string {
  return isAnonymous ? projectId + anonymousSuffix : projectId;
}

/** The issuer that signs for an audience. */
export function issuerOf(settings: Settings, audience: string): string {
  const isAnonymous = audience.endsWith(anonymousSuffix);
  const folder = isAnonymous ? "projects-anonymous-users" : "projects";
  return `${settings.apiUrl}/api/v1/${folder}/${projectOf(audience)}`;
}

/**
 * Checks the end user's access token, which needs no storage. It proves only which user it is for: the user's row is read
 * on every request. A token of another project is refused, except that of an owner where the endpoint accepts it.
 */
export async function readUserToken(
  { settings, fail }: { settings: Settings } & Failing<CommonError>,
  { credentials, projectId, tier }: TierClaim,
  { acceptsOwner }: Pick<EndpointSpec, "acceptsOwner">,
): Promise<Pick<Claims, "userId" | "sessionId" | "isAnonymous" | "isImpersonation" | "actingOwner">> {
  if (!credentials.accessToken) return noUser;
  const token = await readAccessToken(credentials.accessToken, settings);
  if (token.kind === "expired") return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: token.expiredAtMillis });
  if (token.kind === "unparsable") return fail("UNPARSABLE_ACCESS_TOKEN");
  const { userId, sessionId, isAnonymous, isImpersonation } = token;
  if (token.projectId !== projectId) {
    const isOwner = token.projectId === "internal" && !isAnonymous;
    if (acceptsOwner && tier === "admin" && isOwner)
      return { ...noUser, actingOwner: { userId, sessionId, isImpersonation } };
    return fail("INVALID_PROJECT_FOR_ACCESS_TOKEN", {
      expected_project_id: projectId,
      actual_project_id: token.projectId,
    });
  }
  if (isAnonymous && !credentials.allowAnonymousUser) return fail("ANONYMOUS_AUTHENTICATION_NOT_ALLOWED");
  return { userId, sessionId, isAnonymous, isImpersonation, actingOwner: null };
}

const noUser = {
  userId: undefined,
  sessionId: null,
  isAnonymous: false,
  isImpersonation: false,
  actingOwner: null,
};

/** Checks an owner token: an access token of the internal project. An unknown project is reported before a wrong one. */
export async function readOwnerToken(
  { settings, fail }: { settings: Settings } & Failing<CommonError>,
  { credentials }: TierClaim,
): Promise<Claims["owner"]> {
  if (!credentials.adminAccessToken) return null;
  const token = await readAccessToken(credentials.adminAccessToken, settings);
  if (token.kind === "expired") {
    const details = { expired_at_millis: token.expiredAtMillis };
    return { refuse: () => fail("ADMIN_ACCESS_TOKEN_EXPIRED", details) };
  }
  if (token.kind === "unparsable" || token.isAnonymous) return { refuse: () => fail("UNPARSABLE_ADMIN_ACCESS_TOKEN") };
  if (token.projectId !== "internal") {
    return { refuse: () => fail("INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN") };
  }
  const { userId, sessionId, isImpersonation } = token;
  return { userId, sessionId, isImpersonation };
}

export type AccessToken =
  | {
      kind: "valid";
      projectId: string;
      isAnonymous: boolean;
      userId: string;
      sessionId: string;
      isImpersonation: boolean;
    }
  | { kind: "expired"; expiredAtMillis: number }
  | { kind: "unparsable" };

/** Checks an access token of any project by its signature and claims alone. */
export async function readAccessToken(text: string, settings: Settings): Promise<AccessToken> {
  const verdict: TokenVerdict = await verifyAccessToken(settings.serverSecrets, text, {
    issuerOf: (audience) => issuerOf(settings, audience),
  });
  if (!verdict.valid) {
    return verdict.reason === "expired"
      ? { kind: "expired", expiredAtMillis: verdict.expiredAtMillis }
      : { kind: "unparsable" };
  }
  const { sub, refresh_token_id: sessionId, is_anonymous: saysAnonymous } = verdict.claims;
  const isImpersonation = verdict.claims.is_impersonation === true;
  const isAnonymous = verdict.audience.endsWith(anonymousSuffix);
  if (typeof sub !== "string" || typeof sessionId !== "string" || saysAnonymous !== isAnonymous) {
    return { kind: "unparsable" };
  }
  return {
    kind: "valid",
    projectId: projectOf(verdict.audience),
    isAnonymous,
    userId: sub,
    sessionId,
    isImpersonation,
  };
}

function projectOf(audience: string): string {
  return audience.endsWith(anonymousSuffix) ? audience.slice(0, -anonymousSuffix.length) : audience;
}
