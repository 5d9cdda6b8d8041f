import { type ErrorDetails, type KnownErrorCode, knownErrors } from "./catalogue";

/** Lists what follows the code: the details where the code has some, then an optional cause for the log. */
export type KnownErrorArguments<C extends KnownErrorCode> = [ErrorDetails<C>] extends [undefined]
  ? [details?: undefined, options?: ErrorOptions]
  : [details: ErrorDetails<C>, options?: ErrorOptions];

/**
 * An error of the catalogue on its way to the caller: `new KnownError("PASSWORD_TOO_SHORT", { min_length: 8 })`.
 * Status, sentence and shape of the details follow from the code.
 */
export class KnownError<C extends KnownErrorCode = KnownErrorCode> extends Error {
  override readonly name = "KnownError";
  readonly code: C;
  /** HTTP status, before a caller's status override. */
  readonly status: number;
  /** `undefined` when the code has none: the response then has no `details` key at all. */
  readonly details: ErrorDetails<C>;

  constructor(code: C, ...[details, options]: KnownErrorArguments<C>) {
    // TypeScript cannot see that the definition under `code` takes exactly the details of `code`.
    const { status, message } = knownErrors[code] as {
      status: number;
      message: string | ((details: unknown) => string);
    };
    super(typeof message === "string" ? message : message(details), options);
    this.code = code;
    this.status = status;
    this.details = details as ErrorDetails<C>;
  }
}
