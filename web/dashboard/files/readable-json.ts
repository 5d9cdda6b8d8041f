import type { Json } from "../../kit";

/** The longest text that is indented, in characters. */
const maxIndented = 200_000;

/**
 * Writes JSON for people to read, indented unless that makes it too long. A line costs two spaces for each level it is at. Half a
 * megabyte of numbers in 240 arrays would become 124 megabytes. The length is therefore counted before the text is made.
 */
export function readableJson(value: Json): string {
  const compact = JSON.stringify(value);
  return indentedLength(compact) > maxIndented ? compact : JSON.stringify(value, null, 2);
}

/**
 * Returns how long compact JSON becomes when each level is indented by two spaces. Empty lists and objects, which are
 * not, count as if they were.
 */
function indentedLength(compact: string): number {
  let length = compact.length;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < compact.length && length <= maxIndented; at++) {
    const character = compact[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ":") length++;
    else if (character === ",") length += 1 + 2 * depth;
    else if (character === "[" || character === "{") length += 1 + 2 * ++depth;
    else if (character === "]" || character === "}") length += 1 + 2 * --depth;
  }
  return length;
}
