import { isKnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";
import { type Host, realHost } from "../host/host";
import { ConnectionError } from "../requests/retries";

/**
 * For work that no code waits for, such as a button's: shows its failure in an alert. A known error, a refusal and an
 * unreachable server have a sentence for users. Of anything else the page says that there was an error, and the console
 * what it was. On a server, all of it goes to the console.
 */
export function alertOnError(work: Promise<unknown>): void;
/** @internal */
export function alertOnError(work: Promise<unknown>, host: Host): void;
export function alertOnError(work: Promise<unknown>, host: Host = realHost): void {
  work.catch((error: unknown) => {
    const page = host.page();
    const sentence = sentenceOf(error);
    if (sentence === null || page === null) console.error("Uncaught error in asynchronous function:", error);
    page?.alert(sentence ?? "An unhandled error occurred. Please report this to the developer.");
  });
}

function sentenceOf(error: unknown): string | null {
  if (isKnownError(error)) return error.message;
  if (error instanceof RequestError && error.status < 500) return error.text;
  // What follows the first line is for support.
  if (error instanceof ConnectionError) return error.message.split("\n", 1)[0] ?? null;
  return null;
}
