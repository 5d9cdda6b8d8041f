import { encodeHexLowerCase } from "@oslojs/encoding";

/** Digits of the time, which last for 8,900 years. */
const timeDigits = 12;

/** An id with a prefix and a text after it that begins with the time: ids are in the order of time, to the millisecond. */
export function newTimedId(prefix: "ep" | "atmpt" | "task", now: number): string {
  const random = encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(10)));
  return firstTimedId(prefix, now) + random;
}

/** Precedes all ids of this millisecond and of later ones, and follows those of earlier ones. */
export function firstTimedId(prefix: "ep" | "atmpt" | "task", time: number): string {
  return `${prefix}_${Math.max(0, time).toString(16).padStart(timeDigits, "0")}`;
}
