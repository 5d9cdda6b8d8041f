import { createContext, useContext } from "react";

/** In the session storage: an address in the query would be in the history, in logs and in the addresses of referrers. */
const key = "gatehouse-suggested-email";

/** Fills `email` into the forms that sign in or up, or reset a password, in this tab. */
export function suggestEmail(email: string): void {
  try {
    sessionStorage.setItem(key, email);
  } catch {
    // Some privacy modes and frames refuse storage: the user types it.
  }
}

/** The address to fill in; empty for none. */
export function suggestedEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function forgetSuggestedEmail(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The address that was typed last in one of the forms of a page, so that the others begin with it. */
export const TypedEmailContext = createContext<{ current: string | undefined } | undefined>(undefined);

/** Returns what a form begins with. Its `EmailField` keeps its address for the others. */
export function useTypedEmail(): string {
  return useContext(TypedEmailContext)?.current ?? suggestedEmail();
}
