import { encodeHexLowerCase } from "@oslojs/encoding";

/** An event as it is sent. */
export interface Message {
  /** That of the event in the outbox. */
  id: string;
  type: string;
  body: string;
}

/** The id of an event as receivers and owners see it. */
export function wireId(id: string): string {
  return idPrefix + id;
}

/** The id in the outbox of what receivers and owners see under an id: of no event where that is none. */
export function eventIdOf(id: string): string {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : "";
}

const idPrefix = "msg_";

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
