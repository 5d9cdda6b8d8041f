import type { AccessTokenClaims } from "../session/access-token";

/** The user as an access token describes them, as of when it was made. */
export interface PartialUser {
  readonly id: string;
  readonly primaryEmail: string | null;
  readonly displayName: string | null;
  readonly primaryEmailVerified: boolean;
  readonly isAnonymous: boolean;
}

export function toPartialUser(claims: AccessTokenClaims): PartialUser {
  return {
    id: claims.sub,
    primaryEmail: claims.email,
    displayName: claims.name,
    primaryEmailVerified: claims.email_verified,
    isAnonymous: claims.is_anonymous,
  };
}
