import { isKnownError } from "../kit/errors/known-error";
import { RequestError } from "../kit/errors/request-error";

/**
 * A sentence for an error that no field of a form explains. Known errors and plain refusals carry a sentence made for people;
 * an offline browser is named; of anything else only that it happened, because its text is for developers.
 */
export function describeFailure(error: unknown): string {
  // What it says is for developers: it names fields of the wire.
  if (isKnownError(error, "SCHEMA_ERROR")) return "The server did not accept what was sent. Check what you entered.";
  if (isKnownError(error)) return error.message;
  if (error instanceof RequestError && error.status < 500) return error.text;
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return "You are offline. Check your internet connection and try again.";
  }
  return "We could not reach the server, or it did not answer as expected. Check your connection and try again.";
}
