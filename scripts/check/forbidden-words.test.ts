import { describe, it } from "vitest";
import { findForbiddenWords } from "./forbidden-words";
import { forbiddenWords } from "./word-list";

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

const lines = (source: string) => findForbiddenWords("sample.tsx", source);

describe("forbidden words", () => {
  it.for(Object.entries(violations))("%s is asked for", ([instead, { source, count }], { expect }) => {
    const found = lines(source);
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
    expect(lines(source)).toEqual([]);
    expect(findForbiddenWords("worker/features/health/readiness.ts", "const parts = { mail };")).toEqual([]);
  });
});
