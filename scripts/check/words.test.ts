import { describe, it } from "vitest";
import { findForbiddenWords } from "./forbidden-words";
import { findLongSentences } from "./long-sentences";
import { forbiddenWords } from "./word-list";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
const longSentences = (source: string, file = "sample.ts") => findLongSentences(file, source);

describe("sentences of comments", () => {
  it("of 26 words are refused, in a line, over lines and in a block", ({ expect }) => {
    const source = `// ${words(26)}.\nlet a;\n\n// ${words(13)}\n// ${words(13)}.\n/**\n * Short.\n *\n * ${words(13)}\n * ${words(14)}.\n */\nlet b;`;
    expect(longSentences(source)).toEqual([
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
    expect(longSentences(source, file)).toEqual([expect.stringMatching(/^sample\.\w+:[12]: .* 26 words/)]);
  });

  it("of 25 words pass in a file that is no script, where a colour and a text are no comment", ({ expect }) => {
    expect(longSentences(`/* ${words(25)}. */ a { color: #fff }\n/* ${words(20)}. */`, "sample.css")).toEqual([]);
    expect(longSentences(`# ${words(25)}.\n\n# ${words(25)}.\na = "b#${words(30)}"`, "sample.toml")).toEqual([]);
  });

  it("of 25 words pass, with code, with code as one word, tags and points of a list apart", ({ expect }) => {
    const code = "`const one = await two(three, four);`";
    const source = `// ${words(25)}. Word ${words(24)}.\n/**\n * ${code} ${words(24)}\n * @param one ${words(20)}\n * - ${words(20)}\n */\nlet a;`;
    expect(longSentences(source)).toEqual([]);
  });

  it("without a main clause are refused", ({ expect }) => {
    const bare = [
      "// How long it waits.",
      "/** Whether it is so. */",
      "/** Where it stays. */",
      "/** What a page reads first. */",
    ];
    expect(longSentences(bare.map((comment) => `${comment}\nlet a;`).join("\n"))).toEqual(
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
    expect(longSentences(whole.map((comment) => `${comment}\nlet a;`).join("\n"))).toEqual([]);
  });
});

/** For each word a source that has it in each place where it is looked for, and how often it is found there. */
const violations: Record<string, { source: string; count: number }> = {
  email: {
    source: '// Mails a link.\nit("sends a mail", () => sendMail(`the mailed one`, <b mails={mailing}>a mail</b>));',
    count: 6,
  },
  "bulk email": { source: '// An email to many.\nconst title = "Send emails to many";', count: 2 },
  instance: { source: '// Another installation.\nconst ofInstallation = "this installation";', count: 3 },
  deploy: { source: '// It rolls out.\nconst title = "while it is rolled out";', count: 2 },
  response: { source: "// An answer of a person.\nconst answer = sentAnswers.answered;", count: 3 },
  "max or min": { source: "// At most ten.\nconst longestName = { mostRows, leastShare };", count: 3 },
};

const foundWords = (source: string) => findForbiddenWords("sample.tsx", source);

describe("forbidden words", () => {
  it.for(Object.entries(violations))("%s is asked for", ([instead, { source, count }], { expect }) => {
    const found = foundWords(source);
    expect(found).toHaveLength(count);
    for (const line of found) expect(line).toMatch(new RegExp(`^sample\\.tsx:[12]: write ${instead} for "\\w`));
  });

  it("have a violation each", ({ expect }) => {
    expect(Object.keys(violations)).toEqual(forbiddenWords.map(({ instead }) => instead));
  });

  it.for(["sample.css", "sample.toml", "sample.yml"])("are found in %s", (file, { expect }) => {
    const source = 'queue = "gatehouse-reset-mails"\n# Mails a link.\ntitle: shards and mails';
    expect(findForbiddenWords(file, source)).toEqual([
      `${file}:2: write email for "Mails"`,
      `${file}:3: write email for "mails"`,
    ]);
  });

  it("are not found in other words, addresses, paths, ids and names that others have chosen", ({ expect }) => {
    const source = `
      // Evidence: reset-mails-wait. The mail server of mail.example.com has a mailbox; see worker/mail.ts and \`mail(x)\`.
      const href = "mailto:mail@example.com", queue = "gatehouse-reset-mails", { MAIL_FROM } = env, { MAIL } = smtp;
      const mailServer = "a mail server", { firstMail } = content, atLeast = "the most of them", mostSevere = 1;
    `;
    expect(foundWords(source)).toEqual([]);
    expect(findForbiddenWords("worker/features/health/readiness.ts", "const parts = { mail };")).toEqual([]);
  });
});
