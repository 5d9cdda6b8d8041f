/** In UTF-16 units. */
export const maxPasskeyNameLength = 64;

/** A name as it is kept and shown in one line: without control characters, and without those that turn a text around. */
export function cleanPasskeyName(name: string): string {
  return name
    .replace(/[\p{Bidi_Control}\u200b\u2060\ufeff]/gu, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}
