import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";

/**
 * A sentence for an error that no field of a form explains. Known errors and plain refusals carry a sentence made for
 * people; an offline browser is named; any other error's text is for developers and is left out.
 */
export function describeFailure(error: unknown): string {
  // Its text names fields of the wire.
  if (isKnownError(error, "SCHEMA_ERROR")) return "The server did not accept what was sent. Check what you entered.";
  if (isKnownError(error)) return error.message;
  if (error instanceof RequestError && error.status < 500) return error.text;
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return "You are offline. Check your internet connection and try again.";
  }
  return "We could not reach the server, or it did not answer as expected. Check your connection and try again.";
}

/** Replaces the message of an error by the sentence for people, for dialogs that show the message. */
export async function inPlainWords<T>(work: Promise<T>, describe = describeFailure): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(describe(cause), { cause });
  }
}
