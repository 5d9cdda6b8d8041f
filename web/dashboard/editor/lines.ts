/** Where a line of a text begins; lines count from 1. The end of the text for a line that it does not have. */
export function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}
