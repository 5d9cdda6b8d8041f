import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";

/** Longer texts, and those of other formats, are not sentences of our server. */
const longestSentence = 300;

/**
 * A sentence for an error that no field of a form explains. Known errors and plain refusals carry a sentence made for
 * people; a failure of the server is named by the id of its request; an offline browser is named; any other error's text is
 * for developers and is left out.
 */
export function describeFailure(error: unknown): string {
  // Its text names fields of the wire.
  if (isKnownError(error, "SCHEMA_ERROR")) return "The server did not accept what was sent. Check what you entered.";
  const cause = error instanceof Error ? error.cause : undefined;
  // What the kit itself says about a failed ceremony is for developers where the request failed.
  if (cause instanceof RequestError || cause instanceof ConnectionError) return describeFailure(cause);
  if (isKnownError(error, "UNSUPPORTED_ERROR")) return ourFault(null);
  if (isKnownError(error)) return error.message;
  if (error instanceof RequestError) return describeResponse(error);
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return "You are offline. Check your internet connection and try again.";
  }
  if (isRateLimited(error)) return tooMany;
  return "We could not reach the server, or it did not answer as expected. Check your connection and try again.";
}

const tooMany = "Too many attempts. Wait a few minutes, then try again.";

function describeResponse({ status, text, requestId }: RequestError): string {
  if (status === 429) return tooMany;
  const isSentence = text.length <= longestSentence && /^[^<{[]/.test(text.trim());
  return status < 500 && isSentence ? text : ourFault(requestId);
}

function ourFault(requestId: string | null): string {
  const support = requestId === null ? "contact support." : `give this id to support: ${requestId}`;
  return `Something went wrong on our side. Please try again. If it goes on, ${support}`;
}

/** Whether the server refused the last attempt because there were too many. */
function isRateLimited(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || !(error.cause instanceof AggregateError)) return false;
  const last: unknown = error.cause.errors.at(-1);
  return last instanceof RequestError && last.status === 429;
}

/** Replaces the message of an error by the sentence for people, for dialogs that show the message. */
export async function inPlainWords<T>(work: Promise<T>, describe = describeFailure): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(describe(cause), { cause });
  }
}
