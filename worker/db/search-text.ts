/** The longest text, in characters, that is searched whole: names and addresses end there. */
export const maxTextLength = 256;

/** A display name in the form that is searched, as its row holds it; null without a name. */
export function searchName(displayName: string): string;
export function searchName(displayName: string | null): string | null;
export function searchName(displayName: string | null): string | null {
  return displayName && [...foldForSearch(displayName)].slice(0, maxTextLength).join("");
}

/** Letters that look like another one with an accent, and have none in Unicode. */
const strokedLetters: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ħ: "h", ŧ: "t" };

/**
 * The one form of a text that search compares: compatibility characters unified (NFKC), case folded for all of Unicode, accents left out.
 * Case is folded by character, since lower-casing a whole word makes its last sigma differ from the same letter inside.
 */
export function foldForSearch(text: string): string {
  const characters = [...text.toWellFormed().replaceAll("\0", "").normalize("NFKC")];
  return characters
    .map((character) => character.toUpperCase().toLowerCase())
    .join("")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[øłđħŧ]/g, (letter) => strokedLetters[letter] ?? letter)
    .normalize("NFC");
}
