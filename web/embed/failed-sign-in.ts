import { suggestAddress } from "../react/forms/suggested-credentials";

/** Holds why a sign-in that has come back to the page has failed, until another one begins. */
let failure: { readonly code: string | null; owner?: HTMLElement } | undefined;

/** Lists what the server adds to the address to which a provider's refusal leads. */
const parameters = ["errorCode", "message", "details"];

/**
 * Takes out of the address why a sign-in with a provider has failed. Fills in the email of an account that exists by another method.
 * Returns the code; undefined where none has failed.
 *
 * Attack: content spoofing by a link. So of what is in the address only the code counts, and its sentence is ours.
 */
export function takeFailedSignIn(): string | undefined {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const code = query.get("errorCode");
  if (code === null || !parameters.every((name) => query.has(name))) return undefined;
  suggestAddress(query);
  for (const name of parameters) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  window.history.replaceState(window.history.state, "", `${pathname}${rest}${hash}`);
  return code;
}

/** Has the first element that asks say that a sign-in has failed. */
export function keepFailedSignIn(code: string | null): void {
  failure = { code };
}

/** Returns why a sign-in has failed, for the first element that asks: the code, or null where there is none. */
export function failedSignInOf(element: HTMLElement): string | null | undefined {
  if (!failure) return undefined;
  failure.owner ??= element;
  return failure.owner === element ? failure.code : undefined;
}

export function forgetFailedSignIn(): void {
  failure = undefined;
}
