import { DefinedError } from "./error-definitions";
import type { Fail, Failure } from "./failing";
import { KnownError } from "./known-errors";

/**
 * Ends the request with any error. Only the protocol may use it: it gives handlers a `fail` that is typed by their
 * endpoint (failing.ts).
 */
export const fail: Fail<Failure> = (error, ...[details, options]: [details?: unknown, options?: ErrorOptions]) => {
  // The type of `Fail` ties the details to the error.
  if (typeof error === "string") throw new KnownError(error as "SCHEMA_ERROR", details as { message: string }, options);
  throw new DefinedError(error as never, details as never, options);
};
