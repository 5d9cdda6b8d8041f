import type { Page } from "../host/host";

/** A page, as far as its storage goes, which other tabs and later visits share. */
export type StoringPage = Pick<Page, "localStorage">;

/** The texts that a page keeps under a name, the latest first; none where the browser's settings refuse, or something else is kept there. */
export function keptTexts(page: StoringPage, name: string): string[] {
  try {
    const kept: unknown = JSON.parse(page.localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string" && each !== "") : [];
  } catch {
    return [];
  }
}

/** Keeps one more, and the latest `max` in all. Does nothing where the browser's settings refuse. */
export function keepText(page: StoringPage, name: string, text: string, max: number): void {
  try {
    page.localStorage.setItem(name, JSON.stringify([text, ...keptTexts(page, name)].slice(0, max)));
  } catch {
    // What is kept makes things easier, and nothing depends on it.
  }
}

const key = "gatehouse-requested-links";

/** Who asks again and again opens one of the last. */
const maxKept = 5;

/** Notes that a sign-in email was asked for here, by what its code ends with. Other tabs find it, such as the one that the link opens. */
export function keepRequestedLink(page: StoringPage | null, nonce: string): void {
  if (page) keepText(page, key, nonce, maxKept);
}

/** Tells whether the email with a code was asked for in this browser. */
export function isRequestedHere(page: StoringPage, code: string): boolean {
  return keptTexts(page, key).some((nonce) => code.toLowerCase().endsWith(nonce));
}
