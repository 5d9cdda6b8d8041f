import type { KnownErrorCode } from "./known-errors";

/** Standard reason phrases (RFC 9110 section 15, RFC 6585, RFC 5842) of the statuses that plain errors have. */
const reasonPhrases = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  508: "Loop Detected",
} as const;

export type PlainErrorStatus = keyof typeof reasonPhrases;

/** A text that is always the same, or one that is made from details. */
type ErrorText = string | ((details: never) => string);

/** Says what the details of a text may be. The OpenAPI document shows the text with `{name}` in their places. */
type TextDetails = Readonly<Record<string, string | number>>;

/**
 * An error of a status and a text, which is sent as `text/plain` without the known-error header. Its type holds status
 * and text literally, so that two definitions are two types.
 */
export interface PlainErrorDefinition<
  Status extends PlainErrorStatus = PlainErrorStatus,
  Text extends ErrorText = ErrorText,
> {
  readonly kind: "plain";
  readonly status: Status;
  readonly text: Text;
  readonly remedy?: string | undefined;
}

/** The errors of RFC 6749 section 5.2 that endpoints declare. */
type OAuthErrorCode = "invalid_request" | "invalid_grant";

/**
 * An error that is sent as `{ error, error_description }` (RFC 6749 section 5.2). One for which the catalogue has a code too is sent
 * with it, as `code` and in the known-error header.
 */
export interface OAuthErrorDefinition<
  Code extends OAuthErrorCode = OAuthErrorCode,
  Text extends ErrorText = ErrorText,
> {
  readonly kind: "oauth";
  readonly status: 400;
  readonly code: Code;
  readonly text: Text;
  readonly known?: KnownErrorCode | undefined;
  readonly remedy?: string | undefined;
}

/** Holds what a definition says beside the response. */
interface DefinitionOptions {
  /** Says what to do about the error, in a sentence or more. The API reference needs it of each error of an endpoint. */
  readonly remedy: string;
}

/** The error may have a code of the catalogue, which is then sent too. */
type OAuthErrorOptions = Partial<DefinitionOptions> & { readonly known?: KnownErrorCode };

/** An error that a contract defines, where the catalogue of known errors has no code for it. */
export type ErrorDefinition = PlainErrorDefinition | OAuthErrorDefinition;

/** Lists what `fail` takes after a definition: the details of its text, where it has some, and a cause for the log. */
export type DefinitionArguments<Definition> = Definition extends { readonly text: (details: infer Details) => string }
  ? [details: Details, options?: ErrorOptions]
  : [details?: undefined, options?: ErrorOptions];

/**
 * Defines a plain error. Without a text it has the standard reason phrase of its status.
 *
 * @example
 * export const sessionNotFound = plainError(404, "Session not found.", { remedy: "List the user's sessions." });
 * export const providerNotFound = plainError(404, ({ id }: { id: string }) => `OAuth provider ${id} not found`);
 */
export function plainError<const Status extends PlainErrorStatus>(
  status: Status,
): PlainErrorDefinition<Status, (typeof reasonPhrases)[Status]>;
export function plainError<
  const Status extends PlainErrorStatus,
  const Text extends string,
  Details extends TextDetails,
>(
  status: Status,
  text: (details: Details) => Text,
  options?: DefinitionOptions,
): PlainErrorDefinition<Status, (details: Details) => Text>;
export function plainError<const Status extends PlainErrorStatus, const Text extends string>(
  status: Status,
  text: Text,
  options?: DefinitionOptions,
): PlainErrorDefinition<Status, Text>;
export function plainError(
  status: PlainErrorStatus,
  text: ErrorText = reasonPhrases[status],
  options?: DefinitionOptions,
): PlainErrorDefinition {
  return { kind: "plain", status, text, ...options };
}

/** Defines an error of RFC 6749, with the code of the catalogue where there is one. */
export function oauthError<const Code extends OAuthErrorCode, const Text extends string, Details extends TextDetails>(
  code: Code,
  text: (details: Details) => Text,
  options?: OAuthErrorOptions,
): OAuthErrorDefinition<Code, (details: Details) => Text>;
export function oauthError<const Code extends OAuthErrorCode, const Text extends string>(
  code: Code,
  text: Text,
  options?: OAuthErrorOptions,
): OAuthErrorDefinition<Code, Text>;
export function oauthError(code: OAuthErrorCode, text: ErrorText, options?: OAuthErrorOptions): OAuthErrorDefinition {
  return { kind: "oauth", status: 400, code, text, ...options };
}

/**
 * Too many requests (RFC 6585 section 4). `Retry-After` in the response is when to try again. An endpoint with a
 * `limit` declares it by that; others that count attempts list it under `errors`.
 */
export const tooManyRequests = plainError(429, (_: { retryAfterMillis: number }) => reasonPhrases[429], {
  remedy: "Wait for the seconds that `Retry-After` names.",
});

/** A defined error on its way to the response. */
export class DefinedError extends Error {
  override readonly name = "DefinedError";
  readonly definition: ErrorDefinition;
  /** Is the wait before another try, in milliseconds; of `tooManyRequests` alone. */
  readonly retryAfterMillis: number | undefined;

  constructor(definition: ErrorDefinition, details?: TextDetails, options?: ErrorOptions) {
    super(textOf(definition, details), options);
    this.definition = definition;
    const retryAfter = details?.retryAfterMillis;
    this.retryAfterMillis = typeof retryAfter === "number" ? retryAfter : undefined;
  }
}

/** The text of an error with `{name}` in place of each detail, for the OpenAPI document. */
export function textTemplateOf(definition: ErrorDefinition): string {
  return textOf(definition, new Proxy({}, { get: (_, name) => `{${String(name)}}` }));
}

function textOf({ text }: ErrorDefinition, details: TextDetails | undefined): string {
  // The types of `fail` make sure that the details are those of this text.
  return typeof text === "string" ? text : (text as (details: TextDetails | undefined) => string)(details);
}
