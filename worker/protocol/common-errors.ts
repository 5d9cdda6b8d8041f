import { plainError } from "./error-definitions";
import { fail } from "./fail";
import type { Fail, Failure } from "./failing";
import { type ErrorFamily, isKindOf, type KnownErrorCode, type parents } from "./known-errors";

export const maxBodyBytes = 2 * 1024 * 1024;

export const bodyTooLarge = plainError(413, `The request body must be at most ${maxBodyBytes} bytes`, {
  remedy: "Send less at once.",
});

/** Of a write that would store more than the project's quota. Nothing of it is stored. */
export const storageFull = plainError(
  413,
  "No more can be stored here for now. The owners of the project see under Usage why, and what makes room.",
  { remedy: "See [Storage](#storage)." },
);

/** Ends a deletion that takes more batches than one request sends, of which so many are done. */
export const moreToDelete = plainError(409, "There is more to delete than one request deletes. Please send it again.", {
  remedy: "Send the request again until it succeeds: each goes on where the one before has ended.",
});

/** The codes and families of codes that any endpoint may return, because reading and authenticating a request raises them. */
const commonKinds = [
  "BODY_PARSING_ERROR",
  "SCHEMA_ERROR",
  "ALL_OVERLOADS_FAILED",
  "PROJECT_AUTHENTICATION_ERROR",
  "INVALID_ACCESS_TOKEN",
  "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
  "CURRENT_PROJECT_NOT_FOUND",
  "BRANCH_DOES_NOT_EXIST",
  "WORKFLOW_TOKEN_DOES_NOT_EXIST",
  "WORKFLOW_TOKEN_EXPIRED",
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
] as const satisfies readonly (KnownErrorCode | ErrorFamily)[];

/** A code or family with all families above it. */
type KindsOf<Kind> = Kind extends keyof typeof parents ? Kind | KindsOf<(typeof parents)[Kind]> : Kind;

type CommonCode = {
  [Code in KnownErrorCode]: KindsOf<Code> & (typeof commonKinds)[number] extends never ? never : Code;
}[KnownErrorCode];

/** An error that any endpoint may return without declaring it. */
export type CommonError = CommonCode | typeof bodyTooLarge | typeof storageFull;

export function isCommonError(error: Failure): boolean {
  if (typeof error === "string") return commonKinds.some((kind) => isKindOf(error, kind));
  return error === bodyTooLarge || error === storageFull;
}

/** Refuses a request before its endpoint's handler has it. */
export const refuse: Fail<CommonError> = fail;
