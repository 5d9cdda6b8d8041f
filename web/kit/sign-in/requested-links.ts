import { keepText, keptTexts, type StoringPage } from "./kept-texts";

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
