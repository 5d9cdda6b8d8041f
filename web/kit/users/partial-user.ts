import type { AccessTokenClaims, RestrictedReason } from "../session/access-token";

/** The user as an access token describes them, as of when it was made. */
export interface PartialUser {
  readonly id: string;
  readonly primaryEmail: string | null;
  readonly displayName: string | null;
  readonly primaryEmailVerified: boolean;
  readonly isAnonymous: boolean;
  /** The project keeps the user from full use, though they are signed in. */
  readonly isRestricted: boolean;
  readonly restrictedReason: RestrictedReason | null;
}

/** Tells whether a user is one whom `getUser` was asked for: anonymous and restricted ones only where requested. */
export function isAskedFor(
  user: { readonly isAnonymous: boolean; readonly isRestricted: boolean },
  { or, includeRestricted }: { readonly or?: string | undefined; readonly includeRestricted?: boolean | undefined },
): boolean {
  const takesAnonymous = or === "anonymous" || or === "anonymous-if-exists[deprecated]";
  if (or === "anonymous" && includeRestricted === false) {
    throw new Error("Anonymous users are restricted: `or: 'anonymous'` includes them.");
  }
  return takesAnonymous || (!user.isAnonymous && (includeRestricted || !user.isRestricted));
}

/** The context of a Convex function, as far as it tells who calls it. */
export interface ConvexContext {
  readonly auth: {
    /** The claims of the caller's access token, some of them under names of Convex's own; null without one. */
    getUserIdentity(): Promise<{ readonly subject: string; readonly name?: string; readonly email?: string } | null>;
  };
}

export function toPartialUser(claims: Pick<AccessTokenClaims, PartialClaim>): PartialUser {
  return {
    id: claims.sub,
    primaryEmail: claims.email,
    displayName: claims.name,
    primaryEmailVerified: claims.email_verified,
    isAnonymous: claims.is_anonymous,
    isRestricted: claims.is_restricted ?? claims.is_anonymous,
    restrictedReason: claims.restricted_reason ?? (claims.is_anonymous ? { type: "anonymous" } : null),
  };
}

type PartialClaim =
  | "sub"
  | "email"
  | "name"
  | "email_verified"
  | "is_anonymous"
  | "is_restricted"
  | "restricted_reason";

/** The claims that a Convex backend has of its caller's access token; null for an unauthenticated caller. */
export async function convexClaims({ auth }: ConvexContext): Promise<Pick<AccessTokenClaims, PartialClaim> | null> {
  const identity = await auth.getUserIdentity();
  if (identity === null) return null;
  // Convex passes claims that it has no name for on as they are.
  const claims = identity as typeof identity & {
    readonly email_verified?: unknown;
    readonly is_anonymous?: unknown;
    readonly is_restricted?: boolean;
    readonly restricted_reason?: RestrictedReason | null;
  };
  return {
    sub: claims.subject,
    email: claims.email ?? null,
    name: claims.name ?? null,
    email_verified: claims.email_verified === true,
    is_anonymous: claims.is_anonymous === true,
    is_restricted: claims.is_restricted,
    restricted_reason: claims.restricted_reason,
  };
}
