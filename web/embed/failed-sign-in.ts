/** Holds why a sign-in that has come back to the page has failed, until another one begins. */
let failure: { readonly code: string | null; owner?: HTMLElement } | undefined;

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
