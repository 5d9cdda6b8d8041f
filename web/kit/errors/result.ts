import { isKnownError, type KnownError, type KnownErrorKind } from "./known-error";

/** The outcome of a method whose listed errors are returned, not thrown. */
export type Result<T, E = unknown> =
  | { readonly status: "ok"; readonly data: T }
  | { readonly status: "error"; readonly error: E };

/** The known errors of kinds that a method lists, and that of input in a wrong form: an address that is none, half a code. */
export type Refusal<K extends KnownErrorKind> = KnownError<K | "SCHEMA_ERROR">;

/** Turns the known errors of `kinds` (codes or families), and `SCHEMA_ERROR`, into an error result; every other error is thrown on. */
export async function resultOf<T, K extends KnownErrorKind>(
  outcome: Promise<T>,
  ...kinds: readonly K[]
): Promise<Result<T, Refusal<K>>> {
  try {
    return { status: "ok", data: await outcome };
  } catch (error) {
    const isListed = [...kinds, "SCHEMA_ERROR" as const].some((kind) => isKnownError(error, kind));
    if (isListed) return { status: "error", error: error as Refusal<K> };
    throw error;
  }
}

/** Like {@link resultOf} for an outcome without data. */
export function doneOf<K extends KnownErrorKind>(
  outcome: Promise<unknown>,
  ...kinds: readonly K[]
): Promise<Result<undefined, Refusal<K>>> {
  return resultOf(
    outcome.then(() => undefined),
    ...kinds,
  );
}

/** The error of a result, for the methods that return an error or undefined. */
export function errorOf<E>(result: Result<unknown, E>): E | undefined {
  return result.status === "error" ? result.error : undefined;
}
