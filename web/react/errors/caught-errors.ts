import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";

/**
 * Prints what an error boundary has caught, for the root of a page. A refused or failed request is left out: the page says what
 * it means, and the browser prints the request itself.
 */
export function printCaughtError(error: unknown): void {
  if (isKnownError(error) || error instanceof RequestError || error instanceof ConnectionError) return;
  console.error(error);
}
