import { KnownError, type KnownErrorArguments, type KnownErrorCode } from "./known-errors";

/** Ends a call with a known error. Its arguments follow from the code: the details, where the code has any. */
export function fail<Code extends KnownErrorCode>(code: Code, ...details: KnownErrorArguments<Code>): never {
  throw new KnownError(code, ...details);
}
