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

/** Tells whether a file is a script, which has a syntax tree. */
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
      last?.type === "Line" &&
      comment.type === "Line" &&
      /^[^\S\n]*\n?[^\S\n]*$/.test(source.slice(last.end, comment.start));
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

/** These begin clauses that would need a main clause. «What …» may have one after any verb, so docstrings alone are read for it. */
const bareClause = /^\s*((How|Whether|Which|Whom|Whose|Why)\b|(When|Where)\b[^,]*$)/;
const bareWhat =
  /^\s*What (an?|the|it|all|each|every)\b(?!.*\b(is|are|was|were|be|has|have|had|may|can|must|would|does)\b)/s;

/** Lists each comment of a source that has a sentence of more than 25 words, or begins with a clause that belongs to no sentence. */
export function findLongSentences(file: string, source: string): string[] {
  return joinLines(commentsOf(file, source), source)
    .filter(({ value }) => !/\b(biome-ignore|@vite-ignore)\b/.test(value))
    .flatMap(({ type, value, start }) => {
      const sentences = sentencesOf(value);
      const words = Math.max(...sentences.map((sentence) => sentence.match(/\S*\w\S*/g)?.length ?? 0));
      const [first = ""] = sentences;
      const isBare = bareClause.test(first) || (type === "Block" && bareWhat.test(first));
      const at = `${file}:${source.slice(0, start).split("\n").length}`;
      return [
        ...(words > maxWords ? [`${at}: write a sentence of ${words} words as several of at most ${maxWords}`] : []),
        ...(isBare ? [`${at}: begin with the verb or the subject of a main clause, such as «Tells whether»`] : []),
      ];
    });
}
