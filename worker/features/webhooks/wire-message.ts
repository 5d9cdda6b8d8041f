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
