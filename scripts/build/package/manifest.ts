import { readFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY } from "../../platform/wrangler";
import { BROWSER_ENTRIES, DEPENDENCIES, KIT_ENTRIES, PEER_DEPENDENCIES, STYLESHEET, withoutSuffix } from "./entries";

/** The package.json of the published kit. */
export async function kitManifest() {
  const { version, license, repository, dependencies } = JSON.parse(
    await readFile(path.join(REPOSITORY, "package.json"), "utf8"),
  );
  const entries = Object.entries(KIT_ENTRIES).map(([name, source]) => [name, filesOf(name, source)]);
  const stylesheet = { types: `./${STYLESHEET}.d.ts`, default: `./${STYLESHEET}` };
  return {
    name: "@gatehouse/kit",
    version,
    description: "Sign-in and user management of Gatehouse for browsers and servers",
    keywords: ["authentication", "sign-in", "users", "teams", "permissions", "passkeys", "oauth", "react", "gatehouse"],
    license,
    repository: { ...repository, directory: "web/kit" },
    type: "module",
    sideEffects: [`./${STYLESHEET}`],
    // Compatible versions, so that an application which has one of them already does not get a second.
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, `^${versionOf(name, dependencies)}`])),
    peerDependencies: PEER_DEPENDENCIES,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEER_DEPENDENCIES).map((name) => [name, { optional: true }])),
    // For tools that do not read `exports`.
    main: "./kit/index.js",
    types: "./kit/index.d.ts",
    exports: { ...Object.fromEntries(entries), [`./${STYLESHEET}`]: stylesheet },
    files: ["**/*.js", "**/*.js.map", "**/*.d.ts", STYLESHEET],
    engines: { node: ">=20.19" },
  };
}

/** @throws Error when the repository does not have the package among its own dependencies */
function versionOf(name: string, dependencies: Readonly<Record<string, string>>): string {
  const version = dependencies[name];
  if (version === undefined) throw new Error(`The kit depends on ${name}, which is not among the dependencies.`);
  return version;
}

/** The files of an entry by the conditions under which they are imported. */
function filesOf(name: string, source: string): Readonly<Record<string, string>> {
  const types = `./${withoutSuffix(source)}.d.ts`;
  const module = `./${withoutSuffix(source)}.js`;
  const browser = BROWSER_ENTRIES[name];
  if (browser === undefined) return { types, default: module };
  return { types, "react-server": module, default: `./${withoutSuffix(browser)}.js` };
}
