import { Fault } from "../errors/fault";
import { fromBase64url } from "./base64url";

/** Says why a user is kept from full use. */
export interface RestrictedReason {
  readonly type: "anonymous" | "email_not_verified" | "restricted_by_administrator";
}

/** The claims of an access token about its user; a snapshot from when it was made (protocol: access token payload). */
export interface AccessTokenClaims {
  readonly sub: string;
  /** Seconds since the epoch; a token without it never expires. */
  readonly exp?: number;
  /** Seconds since the epoch at which the server made the token. */
  readonly iat?: number;
  readonly iss: string;
  readonly aud: string;
  readonly project_id: string;
  readonly branch_id: string;
  readonly refresh_token_id: string;
  readonly role: "authenticated";
  readonly name: string | null;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly selected_team_id: string | null;
  readonly is_anonymous: boolean;
  /** Tokens of earlier servers do not say it. */
  readonly is_restricted?: boolean | undefined;
  readonly restricted_reason?: RestrictedReason | null | undefined;
  /** Somebody else acts as the user, in a session that is not listed to them. */
  readonly is_impersonation?: boolean;
}

/** An access token whose claims could be read. The server checks the signature; it is not checked here. */
export class AccessToken {
  readonly text: string;
  readonly claims: AccessTokenClaims;

  private constructor(text: string, claims: AccessTokenClaims) {
    this.text = text;
    this.claims = claims;
  }

  /** Reads a token; null for an absent one and for one that is not a JWT with all the claims. */
  static parse(text: string | null): AccessToken | null {
    if (text === null) return null;
    refuseUndefinedText(text, "Access");
    const claims = decodePayload(text);
    return isClaims(claims) ? new AccessToken(text, claims) : null;
  }

  /** Milliseconds of life left at `now`; Infinity for a token without expiry. */
  remainingLife(now: number): number {
    return this.claims.exp === undefined ? Number.POSITIVE_INFINITY : this.claims.exp * 1000 - now;
  }
}

/**
 * Refuses the text "undefined", which only ever comes from a caller that put a missing value into a string.
 * @throws Fault
 */
export function refuseUndefinedText(token: string, kind: "Access" | "Refresh"): void {
  if (token === "undefined") {
    throw new Fault(`${kind} token is the string 'undefined'; it was probably made from a missing value.`);
  }
}

function decodePayload(token: string): unknown {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return null;
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64url(payload)));
  } catch {
    return null;
  }
}

function isClaims(value: unknown): value is AccessTokenClaims {
  if (typeof value !== "object" || value === null) return false;
  const claims = value as Record<string, unknown>;
  return (
    ["sub", "iss", "aud", "project_id", "branch_id", "refresh_token_id"].every(
      (name) => typeof claims[name] === "string",
    ) &&
    ["name", "email", "selected_team_id"].every((name) => claims[name] === null || typeof claims[name] === "string") &&
    ["email_verified", "is_anonymous"].every((name) => typeof claims[name] === "boolean") &&
    claims.role === "authenticated" &&
    (claims.exp === undefined || typeof claims.exp === "number")
  );
}
