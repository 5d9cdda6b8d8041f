import type { Host } from "../host/host";
import { connectivityOf } from "./connectivity";

const totalAttempts = 5;
/** The wait before the second attempt, in milliseconds; it doubles with each further one. */
const baseDelay = 1000;
/** Limits how long what a form sends waits for further attempts in all, in milliseconds: somebody looks at it. */
const formPatienceMillis = 5000;

/** An attempt returns this to be repeated. */
export class Retry {
  readonly reason: unknown;
  /** Seconds of the `retry-after` header, on top of the usual wait. */
  readonly afterSeconds: number;

  constructor(reason: unknown, afterSeconds = 0) {
    this.reason = reason;
    this.afterSeconds = afterSeconds;
  }
}

/** The server could not be reached, or kept responding with "try later". */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/**
 * Makes up to five attempts, and announces to the page what they wait for. Before attempt n+1 it waits (0.5 … 1.5) × 1 s ×
 * 2^(n−1), so that many clients who lost the server together do not come back together.
 * @param isOfForm whether it fails rather than wait for more than five seconds in all, because somebody looks at a form
 * @throws ConnectionError after the last attempt, or when the page stops the wait, with the reason of each; an attempt's own
 *   error at once
 */
export async function withRetries<T>(host: Host, attempt: () => Promise<T | Retry>, isOfForm = false): Promise<T> {
  const reasons: unknown[] = [];
  let waited = 0;
  const request = connectivityOf(host).follow();
  try {
    for (;;) {
      const outcome = await request.attempt(attempt);
      if (!(outcome instanceof Retry)) return outcome;
      reasons.push(outcome.reason);
      const requested = outcome.afterSeconds * 1000;
      const backoff = (0.5 + host.random()) * baseDelay * 2 ** (reasons.length - 1);
      waited += requested + backoff;
      if (reasons.length === totalAttempts || (isOfForm && waited > formPatienceMillis))
        throw connectionError(host, reasons);
      const ended = request.ended();
      request.waits(outcome.reason, requested + backoff);
      const isStopped = await Promise.race([waitBoth(host, requested, backoff), ended]);
      if (isStopped) throw connectionError(host, reasons);
    }
  } finally {
    request.end();
  }
}

async function waitBoth(host: Host, requested: number, backoff: number): Promise<false> {
  if (requested > 0) await host.wait(requested);
  await host.wait(backoff);
  return false;
}

/** The error after the last attempt, with the reasons of all. */
export function connectionError(host: Host, reasons: readonly unknown[]): ConnectionError {
  const attempts = reasons.map((reason, index) => `Attempt ${index + 1}:\n  ${String(reason)}`);
  const summary = `Error after ${reasons.length} attempts.\n\n${attempts.join("\n\n")}`;
  const cause = new AggregateError(reasons, summary);
  if (host.page()?.navigator.onLine === false) {
    return new ConnectionError(
      "You are offline. Please check your internet connection and try again. (window.navigator.onLine is false)",
      { cause },
    );
  }
  return new ConnectionError(
    `Gatehouse is unable to connect to the server. Please check your internet connection and try again.\n\nIf the problem persists, please contact support and provide a screenshot of your entire browser console.\n\n${summary}`,
    { cause },
  );
}
