import { createContext, useContext } from "react";

// The session storage holds them, since the sign-in page may be another document. An address in the query would be in the history, in
// logs and in the addresses of referrers.
const emailKey = "gatehouse-suggested-credentials";
const sentKey = "gatehouse-sent-code";
const passwordKey = "gatehouse-new-password";

/** What `use` returns of the session storage; undefined where the browser refuses it, as some privacy modes and frames do. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Fills `email` into the forms that sign in or up, or reset a password, in this tab: also once the page is loaded again. */
export function suggestEmail(email: string): void {
  inStorage((storage) => storage.setItem(emailKey, email));
}

/** The address to fill in; empty for none. */
function suggestedEmail(): string {
  return inStorage((storage) => storage.getItem(emailKey)) ?? "";
}

/** Forgets what was typed, as its user is signed in. */
export function forgetSuggestedEmail(): void {
  inStorage((storage) => storage.removeItem(emailKey));
  forgetSentCode();
}

/** An email that was sent, and when, in milliseconds since the epoch: the nonce completes the code in it. */
export type SentMagicLink = {
  email: string;
  nonce: string;
  at: number;
  /** Names the page that asks for the code again once it is loaded again. */
  type?: "sign-in" | "sign-up";
};

/** Emails take a while, and codes live as long, unless a project says otherwise. */
const sentMillis = 10 * 60_000;

/** Keeps that a code was sent, so that a page that is loaded again asks for it. Without the email, the nonce is of no use. */
export function keepSentCode(sent: SentMagicLink): void {
  inStorage((storage) => storage.setItem(sentKey, JSON.stringify(sent)));
}

/** Returns what a page had sent when it was loaded again, or left and returned to; undefined once the code was entered. */
export function keptSentCode(type: SentMagicLink["type"]): SentMagicLink | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload" && navigation?.type !== "back_forward") return undefined;
  const text = inStorage((storage) => storage.getItem(sentKey));
  const sent: SentMagicLink | undefined = text ? JSON.parse(text) : undefined;
  return sent && sent.type === type && Date.now() - sent.at < sentMillis ? sent : undefined;
}

export function forgetSentCode(): void {
  inStorage((storage) => storage.removeItem(sentKey));
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
