/**
 * What JSON allows in a text though programs take it for the end of a line, or show the line as another one: control
 * characters, line and paragraph separators, marks that turn the direction of a text.
 */
const misread = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as one line of JSON with its end, safe to print. It reads as the same value. */
export function toJsonLine(value: unknown): string {
  const escaped = JSON.stringify(value).replace(
    misread,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}
