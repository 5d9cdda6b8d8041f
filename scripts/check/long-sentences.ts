import { parseSync } from "rolldown/utils";

/** The most words that a sentence of a comment has. Code in backticks is one word. */
const maxWords = 25;

interface Comment {
  type: "Line" | "Block";
  value: string;
  start: number;
  end: number;
}

/** Comments where a script's parser cannot read them. A `#` within a text is none, as it has no space before it. */
const patterns: readonly [files: RegExp, type: Comment["type"], comment: RegExp][] = [
  [/\.css$/, "Block", /\/\*(.*?)\*\//gs],
  [/\.(toml|yml)$/, "Line", /(?<=^|\s)#(.*)$/gm],
];

/** Whether a file is a script, which has a syntax tree. */
export const isScript = (file: string) => !patterns.some(([files]) => files.test(file));

function commentsOf(file: string, source: string): readonly Comment[] {
  if (isScript(file)) return parseSync(file, source).comments;
  return patterns
    .filter(([files]) => files.test(file))
    .flatMap(([, type, comment]) =>
      [...source.matchAll(comment)].map(({ 0: whole, 1: value = "", index: start }) => ({
        type,
        value,
        start,
        end: start + whole.length,
      })),
    );
}

/** Joins line comments below each other, in which a sentence goes on. */
function joinLines(comments: readonly Comment[], source: string): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const goesOn =
      last?.type === "Line" && comment.type === "Line" && /^\s*$/.test(source.slice(last.end, comment.start));
    if (last && goesOn)
      joined[joined.length - 1] = { ...last, value: `${last.value}\n${comment.value}`, end: comment.end };
    else joined.push(comment);
  }
  return joined;
}

/** Splits a comment at the ends of sentences and paragraphs, at tags of a docstring, and at the points of a list. */
const sentencesOf = (comment: string) =>
  comment
    .replace(/^[ \t]*\*+ ?/gm, "")
    .replace(/`[^`]*`/g, "x")
    .split(/(?<=[.!?:;»])\s+(?=[\p{Lu}«"x])|\s(?=@[a-z])|\s-\s|\n\n/u);

/** One line for each comment of a source that has a sentence of more than 25 words. */
export function findLongSentences(file: string, source: string): string[] {
  return joinLines(commentsOf(file, source), source)
    .filter(({ value }) => !/\b(biome-ignore|@vite-ignore)\b/.test(value))
    .flatMap(({ value, start }) => {
      const words = Math.max(...sentencesOf(value).map((sentence) => sentence.match(/\S*\w\S*/g)?.length ?? 0));
      const line = source.slice(0, start).split("\n").length;
      return words > maxWords
        ? [`${file}:${line}: write a sentence of ${words} words as several of at most ${maxWords}`]
        : [];
    });
}
