import { describe, it } from "vitest";
import { findLongSentences } from "./long-sentences";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
const lines = (source: string, file = "sample.ts") => findLongSentences(file, source);

describe("sentences of comments", () => {
  it("of 26 words are refused, in a line, over lines and in a block", ({ expect }) => {
    const source = `// ${words(26)}.\nlet a;\n\n// ${words(13)}\n// ${words(13)}.\n/**\n * Short.\n *\n * ${words(13)}\n * ${words(14)}.\n */\nlet b;`;
    expect(lines(source)).toEqual([
      expect.stringMatching(/^sample\.ts:1: .* 26 words/),
      expect.stringMatching(/^sample\.ts:4: .* 26 words/),
      expect.stringMatching(/^sample\.ts:6: .* 27 words/),
    ]);
  });

  it.for([
    { file: "sample.mjs", source: `// ${words(26)}.` },
    { file: "sample.css", source: `a {}\n/*\n * ${words(13)}\n * ${words(13)}.\n */` },
    { file: "sample.toml", source: `a = 1\n# ${words(13)}\n# ${words(13)}.` },
    { file: "sample.yml", source: `a: 1 # ${words(26)}.` },
  ])("of 26 words are refused in $file", ({ file, source }, { expect }) => {
    expect(lines(source, file)).toEqual([expect.stringMatching(/^sample\.\w+:[12]: .* 26 words/)]);
  });

  it("of 25 words pass in a file that is no script, where a colour and a text are no comment", ({ expect }) => {
    expect(lines(`/* ${words(25)}. */ a { color: #fff }\n/* ${words(20)}. */`, "sample.css")).toEqual([]);
    expect(lines(`# ${words(25)}.\n\n# ${words(25)}.\na = "b#${words(30)}"`, "sample.toml")).toEqual([]);
  });

  it("of 25 words pass, with code, with code as one word, tags and points of a list apart", ({ expect }) => {
    const code = "`const one = await two(three, four);`";
    const source = `// ${words(25)}. Word ${words(24)}.\n/**\n * ${code} ${words(24)}\n * @param one ${words(20)}\n * - ${words(20)}\n */\nlet a;`;
    expect(lines(source)).toEqual([]);
  });

  it("without a main clause are refused", ({ expect }) => {
    const bare = [
      "// How long it waits.",
      "/** Whether it is so. */",
      "/** Where it stays. */",
      "/** What a page reads first. */",
    ];
    expect(lines(bare.map((comment) => `${comment}\nlet a;`).join("\n"))).toEqual(
      [1, 3, 5, 7].map((line) => expect.stringMatching(new RegExp(`^sample\\.ts:${line}: begin`))),
    );
  });

  it("with a main clause pass, also after a clause or about what one names", ({ expect }) => {
    const whole = [
      "// Where one is set, it stays.",
      "/** Tells whether it is so. */",
      "/** What a page leaves is kept. */",
      "// What was said stays.",
    ];
    expect(lines(whole.map((comment) => `${comment}\nlet a;`).join("\n"))).toEqual([]);
  });
});
