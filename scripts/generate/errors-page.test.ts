import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../worker/contracts";
import { type KnownErrorCode, knownErrors } from "../../worker/protocol/known-errors";
import { remedies } from "../../worker/protocol/known-errors/remedies";
import { failuresOf } from "../../worker/protocol/openapi-errors";
import { REPOSITORY } from "../platform/wrangler";
import { errorsPage } from "./errors-page";

const codes = Object.keys(knownErrors) as KnownErrorCode[];

/** The codes that say why no response has them. */
const marked = codes.filter((code) => remedies[code].length === 3);

/** The sources that may respond with an error: neither the catalogue of errors nor tests. */
const sources = globSync("worker/**/*.ts", {
  cwd: REPOSITORY,
  exclude: ["worker/testing/**", "worker/protocol/known-errors/**", "**/*.test.ts", "**/*.fixtures.ts"],
});

describe("the page of errors", () => {
  it("says of each code that nothing raises why no response has it, and of no other", () => {
    const text = sources.map((file) => readFileSync(path.join(REPOSITORY, file), "utf8")).join("\n");
    const named = new Set(text.match(/\b[A-Z][A-Z_]+\b/g));
    expect(marked).toEqual(codes.filter((code) => !named.has(code)));
    const sections = errorsPage().split("\n### ").slice(1);
    const shown = sections.filter((section) => section.includes("\n- Why no response has it: "));
    expect(shown.map((section) => section.split("\n", 1)[0])).toEqual(marked);
  });

  it("says so of no code that an endpoint declares", () => {
    const declared = new Set<unknown>(endpoints.flatMap((endpoint) => [...failuresOf(endpoint)]));
    expect(marked.filter((code) => declared.has(code))).toEqual([]);
  });
});
