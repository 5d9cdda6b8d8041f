import { createContext, useContext } from "react";

// The session storage holds them, since the sign-in page may be another document. An address in the query would be in the history, in
// logs and in the addresses of referrers.
const emailKey = "gatehouse-suggested-credentials";
const passwordKey = "gatehouse-new-password";

/** What `use` returns of the session storage; undefined where the browser refuses it, as some privacy modes and frames do. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Fills `email` into the forms that sign in or up, or reset a password, in this tab. */
export function suggestEmail(email: string): void {
  inStorage((storage) => storage.setItem(emailKey, email));
}

/** The address to fill in; empty for none. */
export function suggestedEmail(): string {
  return inStorage((storage) => storage.getItem(emailKey)) ?? "";
}

export function forgetSuggestedEmail(): void {
  inStorage((storage) => storage.removeItem(emailKey));
}

/** Opens the form for a password first where this tab signs in next: its user has just chosen one. */
export function suggestPassword(): void {
  inStorage((storage) => storage.setItem(passwordKey, "1"));
}

/** Tells whether a password was chosen in this tab. */
export function isPasswordSuggested(): boolean {
  return (inStorage((storage) => storage.getItem(passwordKey)) ?? null) !== null;
}

/** The address that was typed last in one of the forms of a page, so that the others begin with it. */
export const TypedEmailContext = createContext<{ current: string | undefined } | undefined>(undefined);

/** Returns what a form begins with. Its `EmailField` keeps its address for the others. */
export function useTypedEmail(): string {
  return useContext(TypedEmailContext)?.current ?? suggestedEmail();
}
