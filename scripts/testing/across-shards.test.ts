import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { reachesOtherDatabases, testsAcrossShards } from "../../worker/testing/across-shards";

const worker = fileURLToPath(new URL("../../worker/", import.meta.url));
const isOfTests = (file: string) => /\.(?:test|fixtures)\.ts$|^testing\//.test(file);

it("all code that reaches another database has tests that run with two", () => {
  const files = globSync("**/*.ts", { cwd: worker }).map((file) => file.replaceAll("\\", "/"));
  const reaching = files.filter(
    (file) => !isOfTests(file) && reachesOtherDatabases.test(readFileSync(`${worker}${file}`, "utf8")),
  );
  expect(reaching.toSorted()).toEqual(Object.keys(testsAcrossShards).toSorted());
});

it("the tests that run with two databases are there", () => {
  const missing = Object.values(testsAcrossShards).flatMap((tests) =>
    tests.filter((file) => !existsSync(`${worker}${file}`)),
  );
  expect(missing).toEqual([]);
});
