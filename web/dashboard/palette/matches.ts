/** Whether each word of `query` begins a word of `text`, whatever their case and accents. */
export function matches(query: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
}
