import type { Failing } from "../../../protocol/failing";
import { StripeFailed } from "./connection";
import { stripeFailed } from "./contract";

/** What the provider responds. Where it fails, the request does. */
export async function resultOf<T>({ fail }: Failing<typeof stripeFailed>, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    if (cause instanceof StripeFailed) return fail(stripeFailed, undefined, { cause });
    throw cause;
  }
}
