/** What is written around a part of a source. */
export interface Wrapping {
  start: number;
  end: number;
  before: string;
  after: string;
}

/** The source with all of them written into it. Those of outer parts come before those of the parts in them. */
export function wrapped(source: string, wrappings: Wrapping[]): string {
  const insertions = wrappings
    .flatMap(({ start, end, before, after }, order) =>
      start === end
        ? { at: start, text: before + after, rank: order + 1 }
        : [
            // At one place, what ends there comes first, the inner before the outer; what starts there follows, the outer first.
            { at: start, text: before, rank: order + 1 },
            { at: end, text: after, rank: -order - 1 },
          ],
    )
    .filter(({ text }) => text !== "")
    .sort((a, b) => a.at - b.at || a.rank - b.rank);
  let code = "";
  let done = 0;
  for (const { at, text } of insertions) {
    code += source.slice(done, at) + text;
    done = at;
  }
  return code + source.slice(done);
}
