import { InsecurePageError } from "../../kit/errors/insecure-page-error";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";
import { english, type Translate } from "../../ui/translation/translate";
import { knownErrorText } from "./known-error-texts";

/** Longer texts, and those of other formats, are not sentences of our server. */
const maxSentenceLength = 300;

/**
 * Returns a sentence for an error that no field of a form explains. Known errors and plain refusals carry a sentence made for
 * people. The sentence for a failure of the server has the id of its request. There is a sentence for an offline browser. Any
 * other error's text is for developers and is left out.
 */
export function describeFailure(error: unknown, t: Translate): string {
  // Its text names fields of the wire.
  if (isKnownError(error, "SCHEMA_ERROR")) {
    return t("The server did not accept what was sent. Check what you entered.");
  }
  const cause = error instanceof Error ? error.cause : undefined;
  // What the kit itself says about a failed ceremony is for developers where the request failed.
  if (cause instanceof RequestError || cause instanceof ConnectionError) return describeFailure(cause, t);
  if (isKnownError(error, "UNSUPPORTED_ERROR")) return ourFault(null, t);
  if (isKnownError(error)) return knownErrorText(error, t);
  if (error instanceof RequestError) return describeResponse(error, t);
  if (error instanceof InsecurePageError) {
    return t(
      "This way to sign in needs a secure connection (https), which this website does not have. Please tell its owner.",
    );
  }
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return t("You are offline. Check your internet connection and try again.");
  }
  if (isRateLimited(error)) return tooMany(t);
  return t("We could not reach the server, or it did not respond as expected. Check your connection and try again.");
}

function tooMany(t: Translate): string {
  return t("Too many attempts. Wait a few minutes, then try again.");
}

function describeResponse({ status, text, requestId }: RequestError, t: Translate): string {
  if (status === 429) return tooMany(t);
  // The configuration's refusals begin with their severity.
  const sentence = text.replace(/^\[[A-Z]+\] /, "");
  const isSentence = sentence.length <= maxSentenceLength && /^[^<{[]/.test(sentence.trim());
  return status < 500 && isSentence ? sentence : ourFault(requestId, t);
}

function ourFault(requestId: string | null, t: Translate): string {
  return requestId === null
    ? t("Something went wrong on our side. Please try again. If it goes on, contact support.")
    : t("Something went wrong on our side. Please try again. If it goes on, give this id to support: {id}", {
        id: requestId,
      });
}

/** Tells whether the server refused the last attempt because there were too many. */
function isRateLimited(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || !(error.cause instanceof AggregateError)) return false;
  const last: unknown = error.cause.errors.at(-1);
  return last instanceof RequestError && last.status === 429;
}

/** The sentence in English, for pages that are not translated. */
export function inEnglish(error: unknown): string {
  return describeFailure(error, english);
}

/** Replaces the message of an error by the sentence for people, for dialogs that show the message. */
export async function inPlainWords<T>(work: Promise<T>, describe: (error: unknown) => string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(describe(cause), { cause });
  }
}
