import type { ErrorDetails, KnownErrorCode } from "../../../worker/protocol/known-errors";
import { isKindOf, type parents } from "../../../worker/protocol/known-errors/families";
import { Fault } from "./fault";
import { isKnownErrorKind, type KnownErrorKind, knownErrorKinds } from "./known-error-codes";

export type { KnownErrorKind } from "./known-error-codes";

/** Marks a known error of any copy of this package: two copies on one page have two classes but one brand. */
const brand = Symbol.for("gatehouse.known-error");

type Parents = typeof parents;
type IsKind<C, K> = C extends K ? true : C extends keyof Parents ? IsKind<Parents[C], K> : false;

/** The codes a kind covers: itself where it is a code, its members where it is a family. */
export type CodeOf<K extends KnownErrorKind> = {
  [C in KnownErrorCode]: IsKind<C, K> extends true ? C : never;
}[KnownErrorCode];

/** Those of the wire, and what the kit adds to those of an error that it makes itself. */
type Details<C extends KnownErrorCode> = ErrorDetails<C> &
  (C extends "PASSKEY_WEBAUTHN_ERROR" ? { readonly webauthn_code: `ERROR_${string}` } : unknown);

/** An error with the code `C`; see {@link KnownError}. */
class KnownErrorOf<C extends KnownErrorCode> extends Error {
  override readonly name = "KnownError";
  readonly [brand] = true;
  /** The code, such as `EMAIL_PASSWORD_MISMATCH`. Comparing it tells which `details` there are. */
  readonly code: C;
  /** HTTP status of the response. */
  readonly statusCode: number;
  /** The details of the error, in wire names; undefined where it has none. A field may be absent in another version. */
  readonly details: Partial<Details<C>> | undefined;

  constructor(code: C, statusCode: number, message: string, details?: Partial<Details<C>>) {
    super(message);
    this.code = code;
    this.statusCode = statusCode;
    this.details = details;
  }

  /** The same as `code`. */
  get errorCode(): C {
    return this.code;
  }

  /** The same as `message`. */
  get humanReadableMessage(): string {
    return this.message;
  }
}

/**
 * An error that the server names by a code; its `message` is the server's sentence, made for people. `K` are the codes or
 * families it may be of; comparing its `code` narrows it.
 */
export type KnownError<K extends KnownErrorKind = KnownErrorKind> = {
  [C in CodeOf<K>]: KnownErrorOf<C>;
}[CodeOf<K>];
export const KnownError = KnownErrorOf;

/**
 * Tells whether `error` is a known error and, where a `kind` is given, has that code or belongs to that family. It goes by
 * brand and code, never by class, so it also recognises the errors of another copy of this package.
 */
export function isKnownError<K extends KnownErrorKind = KnownErrorKind>(
  error: unknown,
  kind?: K,
): error is KnownError<K> {
  if (typeof error !== "object" || error === null || !(brand in error)) return false;
  return kind === undefined || isKindOf((error as KnownError).errorCode, kind);
}

/**
 * Builds the error that a response names.
 *
 * It never fails on what is missing beside the code: absent `details` stay absent, an absent sentence becomes the code.
 * A code that this version does not have becomes `UNSUPPORTED_ERROR` with `details.originalErrorCode`.
 *
 * @param headerCode value of `x-stack-known-error`
 * @param status the response's actual status
 * @param body the response's text
 * @throws Fault when header and body name different codes
 */
export function decodeKnownError(headerCode: string, status: number, body: string): KnownError {
  const response = parseObject(body);
  if (response.code !== headerCode) {
    throw new Fault(
      "Mismatch between x-stack-known-error header and error code in body; the server's response is invalid",
    );
  }
  if (!isKnownErrorKind(headerCode)) {
    return new KnownError(
      "UNSUPPORTED_ERROR",
      500,
      `An error occurred that is not currently supported (possibly because it was added in a version of Gatehouse that is newer than this client). The original unsupported error code was: ${headerCode}`,
      { originalErrorCode: headerCode },
    );
  }
  const message = typeof response.error === "string" ? response.error : headerCode;
  const details = isObject(response.details) ? response.details : undefined;
  return new KnownErrorOf(headerCode as KnownErrorCode, status, message, details) as KnownError;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names that are not simply the code in PascalCase. */
const unusualNames = {
  USER_EMAIL_ALREADY_EXISTS: "UserWithEmailAlreadyExists",
  WRONG_PERMISSION_SCOPE: "PermissionScopeMismatch",
  VERIFICATION_ERROR: "VerificationCodeError",
  INVALID_POLLING_CODE: "InvalidPollingCodeError",
} as const satisfies Partial<Record<KnownErrorKind, string>>;

const unusualWords = { OAUTH: "OAuth", WEBAUTHN: "WebAuthn" } as const;

type Word<W extends string> = W extends keyof typeof unusualWords ? (typeof unusualWords)[W] : Capitalize<Lowercase<W>>;
type PascalCase<C extends string> = C extends `${infer First}_${infer Rest}`
  ? `${Word<First>}${PascalCase<Rest>}`
  : Word<C>;

/** The name by which code refers to a kind: `VerificationCodeError`, `UserNotFound`, `OAuthProviderAccessDenied`. */
export type KnownErrorName<K extends KnownErrorKind> = K extends keyof typeof unusualNames
  ? (typeof unusualNames)[K]
  : PascalCase<K>;

function nameOf(kind: string): string {
  const unusual: Readonly<Record<string, string>> = unusualNames;
  const words: Readonly<Record<string, string>> = unusualWords;
  return (
    unusual[kind] ??
    kind
      .split("_")
      .map((word) => words[word] ?? word[0] + word.slice(1).toLowerCase())
      .join("")
  );
}

/** One kind of known error, to check errors against. */
export interface KnownErrorMatcher<K extends KnownErrorKind> {
  readonly errorCode: K;
  /** Tells whether `error` has this code or belongs to this family, whichever copy of the package made it. */
  isInstance(error: unknown): error is KnownError<K>;
}

function matchers(): Record<string, KnownErrorMatcher<KnownErrorKind>> {
  const entries = knownErrorKinds().map((errorCode) => {
    const isInstance = (error: unknown): error is KnownError => isKnownError(error, errorCode);
    return [nameOf(errorCode), { errorCode, isInstance }] as const;
  });
  return Object.fromEntries(entries);
}

/** Every kind by name: `if (KnownErrors.VerificationCodeError.isInstance(error)) …`. */
export const KnownErrors = /* @__PURE__ */ matchers() as {
  readonly [K in KnownErrorKind as KnownErrorName<K>]: KnownErrorMatcher<K>;
};
