import type { Result } from "../../kit";

/** The data of a result. Its error is thrown, because a mutation fails by rejecting. */
export async function dataOrThrow<T>(outcome: Promise<Result<T>>): Promise<T> {
  const result = await outcome;
  if (result.status === "error") throw result.error;
  return result.data;
}
