import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

const page = readFileSync(path.join(REPOSITORY, "docs/security.md"), "utf8");

/** Requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0, chapters V6 to V10. */
const requirements: Record<string, number[]> = {
  "6.1": [1, 2, 3],
  "6.2": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  "6.3": [1, 2, 3, 4],
  "6.4": [1, 2, 3, 4],
  "6.5": [1, 2, 3, 4, 5],
  "6.6": [1, 2, 3],
  "6.8": [1, 2, 3, 4],
  "7.1": [1, 2, 3],
  "7.2": [1, 2, 3, 4],
  "7.3": [1, 2],
  "7.4": [1, 2, 3, 4, 5],
  "7.5": [1, 2],
  "7.6": [1, 2],
  "8.1": [1, 2],
  "8.2": [1, 2, 3],
  "8.3": [1],
  "8.4": [1],
  "9.1": [1, 2, 3],
  "9.2": [1, 2, 3, 4],
  "10.1": [1, 2],
  "10.2": [1, 2],
  "10.3": [1, 2, 3, 4],
  "10.4": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  "10.5": [1, 2, 3, 4, 5],
  "10.6": [1, 2],
  "10.7": [1, 2, 3],
};

describe("docs/security.md", () => {
  it("has one row for each requirement, in order", ({ expect }) => {
    const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, id]) => id);
    const expected = Object.entries(requirements).flatMap(([section, ids]) => ids.map((id) => `${section}.${id}`));
    expect(rows).toEqual(expected);
  });

  it("names tests of the gate, each by the id that stands above it once", ({ expect }) => {
    const named = new Set([...page.matchAll(/`test:([a-z0-9-]+)`/g)].map(([, id]) => id));
    expect(named.size).toBeGreaterThan(300);
    expect(evidence.toSorted()).toEqual([...named].toSorted());
  });

  it("names no test by its file or its title, which change", ({ expect }) => {
    expect(page.match(/`[\w./-]+\.test\.tsx?`/g) ?? []).toEqual([]);
  });
});

it("no attack is left to the tests of the night", ({ expect }) => {
  const nightly = globSync("{worker,web,scripts}/**/*.nightly.test.{ts,tsx}", { cwd: REPOSITORY });
  const telling = nightly.filter((file) => readFileSync(path.join(REPOSITORY, file), "utf8").includes("// Attack:"));
  expect(nightly.length).toBeGreaterThan(50);
  expect(telling).toEqual([]);
});

const testFiles = globSync("{worker,web,scripts}/**/*.{test,fixtures}.{ts,tsx}", { cwd: REPOSITORY })
  .concat(globSync("{worker/testing,web/e2e/harness}/**/*.ts", { cwd: REPOSITORY }))
  .filter((file) => !file.includes(".nightly."));

/** An id above tests that run, maybe with more comments between: one that is skipped proves nothing. */
const provenBelow = /\/\/ Evidence: ([a-z0-9-]+)\n(?=(?:\s*\/\/.*\n)*\s*(?:it|describe)(?:\.each|\.for)?[(<])/g;

/** The ids of the tests of the gate that claims rest on, once for each test that has one. */
const evidence = [...new Set(testFiles)].flatMap((file) =>
  [...readFileSync(path.join(REPOSITORY, file), "utf8").matchAll(provenBelow)].map(([, id]) => id),
);
