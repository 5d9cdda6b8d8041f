import type { Page } from "../host/host";

const key = "gatehouse-requested-links";

/** Who asks again and again opens one of the last. */
const maxKept = 5;

type StoringPage = Pick<Page, "localStorage">;

/** Notes that a sign-in mail was asked for here, by what its code ends with. Other tabs find it, such as the one that the link opens. */
export function keepRequestedLink(page: StoringPage | null, nonce: string): void {
  try {
    page?.localStorage.setItem(key, JSON.stringify([nonce, ...nonces(page)].slice(0, maxKept)));
  } catch {
    // Refused by the browser's settings: the page of the link will say that it does not know the link.
  }
}

/** Whether the mail with a code was asked for in this browser. */
export function isRequestedHere(page: StoringPage, code: string): boolean {
  try {
    return nonces(page).some((nonce) => code.toLowerCase().endsWith(nonce));
  } catch {
    return false;
  }
}

function nonces({ localStorage }: StoringPage): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string" && each !== "") : [];
}
