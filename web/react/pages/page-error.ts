import { isKnownErrorKind, type KnownErrorKind } from "../../kit/errors/known-error-codes";

/**
 * Reads the code of an error from the query of the error page; undefined when it is missing or not in the catalogue.
 *
 * Attack: content spoofing by a link whose message our page shows. So nothing else of the query is read.
 */
export function pageErrorCode(searchParams: URLSearchParams): KnownErrorKind | undefined {
  const errorCode = searchParams.get("errorCode");
  return errorCode !== null && isKnownErrorKind(errorCode) ? errorCode : undefined;
}
