import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";
import { type Coverage, officialClientMethods } from "./official-client-methods";

/** Lists where the official client is called: in Node, and in a browser what runs nowhere else. */
const INTEROP_TESTS = ["{web,worker,scripts}/**/*.interop{,.nightly}.test.ts", "web/e2e/official-client.test.ts"];

/** The text of every interop test, under its title. */
function interopTests(): Map<string, string> {
  const tests = new Map<string, string>();
  for (const file of globSync(INTEROP_TESTS, { cwd: REPOSITORY })) {
    const source = readFileSync(`${REPOSITORY}/${file}`, "utf8");
    for (const text of source.split(/^ +it(?=[.(])/m).slice(1)) {
      const title = /^\(\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
      if (title) tests.set(title, text);
    }
  }
  return tests;
}

const tests = interopTests();
const named = Object.entries(officialClientMethods).flatMap(([object, methods]) =>
  Object.entries<Coverage>(methods).flatMap(([method, coverage]) =>
    typeof coverage === "string" ? [{ object, method, title: coverage }] : [],
  ),
);

describe("the methods of the official client", () => {
  it.for(named)("$object: $method is called by the test that the table names", ({ method, title }, { expect }) => {
    expect([...tests.keys()]).toContain(title);
    expect(tests.get(title)).toMatch(new RegExp(`\\.${method}\\(`));
  });
});
