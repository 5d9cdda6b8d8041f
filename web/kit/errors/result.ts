import { isKnownError, type KnownError, type KnownErrorKind } from "./known-error";

/** The outcome of a method whose listed errors are returned, not thrown. */
export type Result<T, E = unknown> =
  | { readonly status: "ok"; readonly data: T }
  | { readonly status: "error"; readonly error: E };

/** Turns the known errors of `kinds` (codes or families) into an error result; every other error is thrown on. */
export async function resultOf<T, K extends KnownErrorKind>(
  outcome: Promise<T>,
  ...kinds: readonly K[]
): Promise<Result<T, KnownError<K>>> {
  try {
    return { status: "ok", data: await outcome };
  } catch (error) {
    for (const kind of kinds) {
      if (isKnownError(error, kind)) return { status: "error", error };
    }
    throw error;
  }
}

/** Like {@link resultOf} for an outcome without data. */
export function doneOf<K extends KnownErrorKind>(
  outcome: Promise<unknown>,
  ...kinds: readonly K[]
): Promise<Result<undefined, KnownError<K>>> {
  return resultOf(
    outcome.then(() => undefined),
    ...kinds,
  );
}

/** The error of a result, for the methods that return an error or undefined. */
export function errorOf<E>(result: Result<unknown, E>): E | undefined {
  return result.status === "error" ? result.error : undefined;
}
