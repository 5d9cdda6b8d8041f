import { isKnownErrorKind, type KnownErrorKind } from "../../kit/errors/known-error-codes";

/** An error from the query of the error page. */
export type PageError = { errorCode: KnownErrorKind; message: string };

/** Longer than any message of ours. */
const longestMessage = 300;

/**
 * Reads the error from the query of the error page; undefined when it is missing, malformed or of an unknown code.
 *
 * Attack: content spoofing by a link whose message our page shows. So the code must be in the catalogue, the details
 * must be JSON, and the message is truncated.
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
