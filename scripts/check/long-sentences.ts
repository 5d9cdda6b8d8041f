import { parseSync } from "rolldown/utils";

/** The most words that a sentence of a comment has. Code in backticks is one word. */
const maxWords = 25;

interface Comment {
  type: "Line" | "Block";
  value: string;
  start: number;
  end: number;
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
  return joinLines(parseSync(file, source).comments, source)
    .filter(({ value }) => !/\b(biome-ignore|@vite-ignore)\b/.test(value))
    .flatMap(({ value, start }) => {
      const words = Math.max(...sentencesOf(value).map((sentence) => sentence.match(/\S*\w\S*/g)?.length ?? 0));
      const line = source.slice(0, start).split("\n").length;
      return words > maxWords
        ? [`${file}:${line}: write a sentence of ${words} words as several of at most ${maxWords}`]
        : [];
    });
}
