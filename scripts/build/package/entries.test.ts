import { readFileSync } from "node:fs";
import path from "node:path";
import { it } from "vitest";
import { REPOSITORY } from "../../platform/wrangler";
import { DEPENDENCIES } from "./entries";
import { kitManifest } from "./manifest";

interface Manifest {
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(path.join(REPOSITORY, "node_modules", name, "package.json"), "utf8"));

/** The packages, and what is installed along with them. */
function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withDependencies(Object.keys(manifestOf(name).dependencies ?? {}), found);
  }
  return found;
}

/** The oldest version that a range such as `>=20.19` or `^18 || >=20` takes, as a number. */
function oldestOf(range = ">=0"): number {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(range) ?? [];
  return Number(major) * 1_000 + Number(minor);
}

it("the kit needs no newer Node than it says: npm warns of none of what is installed with it", async ({ expect }) => {
  const { engines } = await kitManifest();
  const newer = [...withDependencies(DEPENDENCIES)].filter(
    (name) => oldestOf(manifestOf(name).engines?.node) > oldestOf(engines.node),
  );
  expect(newer).toEqual([]);
});
