/** Deeper JSON is no real data, and walking it recursively would overflow the stack. */
const maxDepth = 256;

export type JsonText = { ok: true; value: unknown } | { ok: false };

/**
 * Reads JSON from strangers, as I-JSON restricts it: without surrogates that stand alone, which no encoding can store (RFC
 * 7493 section 2.1). Its cost grows with the length of the text and the number of values, and with nothing else.
 */
export function readJson(text: string, { isHarmless } = surveyJson(text)): JsonText {
  if (!isHarmless) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** An escaped surrogate, with its other half if that follows. */
const escapedSurrogate = /\\ud(?:[89ab]..(\\ud[c-f]..)?|[c-f]..)/isy;

/**
 * Counts the values of JSON that was decoded from UTF-8, by what separates and encloses them. Tells also whether it is neither too deep
 * nor escapes half of a surrogate pair. This is a loop, because a pattern would begin anew at each quote of a string that has no end.
 */
export function surveyJson(text: string): { values: number; isHarmless: boolean } {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      isInString = !isInString;
    } else if (isInString) {
      if (character !== "\\") continue;
      escapedSurrogate.lastIndex = at;
      const surrogate = text[at + 1] === "u" ? escapedSurrogate.exec(text) : null;
      if (surrogate && surrogate[1] === undefined) return { values, isHarmless: false };
      at += surrogate ? surrogate[0].length - 1 : 1;
    } else if (character === ",") {
      values++;
    } else if (character === "[" || character === "{") {
      values++;
      if (++depth > maxDepth) return { values, isHarmless: false };
    } else if (character === "]" || character === "}") {
      depth--;
    }
  }
  return { values, isHarmless: true };
}

/** The longest JSON that is indented, in characters. At the deepest level that is read, 256, it becomes three megabytes. */
const maxIndentedLength = 10_000;

/** JSON for people to read: indented, unless it is so long that the spaces before its lines could fill the isolate's memory. */
export function readableJson(value: unknown): string {
  const compact = JSON.stringify(value);
  // Undefined for what JSON does not have.
  return compact === undefined || compact.length > maxIndentedLength ? compact : JSON.stringify(value, null, 2);
}
