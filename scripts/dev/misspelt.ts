/** The known name that takes the fewest edits to reach, where another first word counts as two: it says what a name is about. */
export function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string) => editDistance(name, other) + (firstWord(name) === firstWord(other) ? 0 : 2);
  const [first = ""] = known;
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
}

function firstWord(name: string): string {
  return name.split("_", 1)[0] ?? "";
}

/**
 * Whether `name` looks like a misspelling of a known name: at most a fifth of its letters differ, or two
 * fifths after one of `prefixes`. Short names also share their first word: `APP_URL` is another program's, `API_URI` was meant for us.
 */
export function misspelt(name: string, known: readonly string[], prefixes: readonly string[]): boolean {
  const meant = nearest(name, known);
  const share = prefixes.some((prefix) => name.startsWith(prefix)) ? 0.4 : 0.2;
  const isAlike = editDistance(name, meant) <= name.length * share;
  return isAlike && (name.length >= 10 || firstWord(name) === firstWord(meant));
}

/** Insertions, deletions, replacements and swaps of neighbours that make `b` of `a` (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
