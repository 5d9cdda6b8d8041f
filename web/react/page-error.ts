import { isKnownErrorKind, type KnownErrorKind } from "../kit/errors/known-error-codes";

/** An error that travelled in the query of the error page. */
export type PageError = { errorCode: KnownErrorKind; message: string };

/** Longer sentences are not ours. */
const longestMessage = 300;

/**
 * Reads the error of an error page's address; undefined when it is missing, malformed or of no code we know.
 *
 * Attack: anybody can write such an address, to have our page say their words. So the code must be in the catalogue,
 * the details must be JSON, and the sentence is cut.
 */
export function pageError(searchParams: URLSearchParams): PageError | undefined {
  const errorCode = searchParams.get("errorCode");
  const message = searchParams.get("message");
  if (errorCode === null || message === null) return undefined;
  if (!isKnownErrorKind(errorCode) || !isJson(searchParams.get("details") ?? "{}")) return undefined;
  return { errorCode, message: message.slice(0, longestMessage) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
