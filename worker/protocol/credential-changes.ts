import { plainError } from "./error-definitions";

/**
 * This says what a request changes of the ways to sign in, or to act, as a user. The ways are credentials, addresses, links, keys, the
 * whole account, or the team that owns a project.
 */
export interface CredentialChange {
  /**
   * `own user`: the user of the access token, at every tier. `named user`: one that the request names; clients act by their
   * access token, servers by their key. `anonymous user`: that of the access token, if they have not signed up yet.
   */
  of: "own user" | "named user" | "anonymous user";
  /** The fields of its body that make it such a change; all requests are when absent. */
  by?: readonly string[];
  /** Is true if the request itself proves who the user is, for the changes that follow. */
  isProof?: true;
}

export const impersonationRefused = plainError(403, "An impersonation session cannot change what outlasts it.", {
  remedy: "Let the user do it, or change the user from a server.",
});

/** Tells whether an endpoint refuses clients whose session impersonates its user. */
export function refusesImpersonation({
  method,
  takesImpersonation,
}: {
  method: string;
  takesImpersonation?: boolean | undefined;
}): boolean {
  return method !== "GET" && !takesImpersonation;
}

/** Lists what a request may fail with because it changes how a user signs in. */
export const credentialChangeErrors = [
  "ACCESS_TOKEN_EXPIRED",
  "REAUTHENTICATION_REQUIRED",
  impersonationRefused,
] as const;

export type CredentialChangeError = (typeof credentialChangeErrors)[number];

/** The change that a request makes, if it makes one. */
export function credentialChangeOf(
  { changesCredentials: change }: { changesCredentials?: CredentialChange },
  body: unknown,
): CredentialChange | undefined {
  if (!change?.by) return change;
  const fields = (body ?? {}) as Record<string, unknown>;
  return change.by.some((name) => fields[name] !== undefined) ? change : undefined;
}
