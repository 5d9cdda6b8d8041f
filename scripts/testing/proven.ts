import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/utils";
import { contentHash } from "../build/contents.ts";
import { REPOSITORY } from "../platform/wrangler.ts";

/** Tests that take long and depend on little: the gate runs them when that has changed since they passed. */
interface Group {
  tests: string[];
  /**
   * Globs of what they read, start or build, beside the lock file, the tests themselves, and all that these and a script of `npm run` import.
   * The Worker and the site, which some of them run, are no sources: other tests prove those, and nearly every change would run these.
   */
  sources: string[];
}

const kit = ["web/{kit,react,next,embed,ui}/**", "scripts/build/**", "scripts/build.ts"];

const groups: Record<string, Group> = {
  /** The kit packed, in bundlers, runtimes and apps as websites have them, and rendered by a server. */
  packages: {
    tests: ["web/e2e/{kit-package,kit-runtimes,moving-over,components}.test.ts", "web/e2e/example-*.test.ts"],
    sources: [...kit, "docs/{examples,moving-over}/**", "docs/payments.md", ".attw.json", "web/dashboard/setup/**"],
  },
  /** The states of all pages and components on the mock app, without a server. */
  states: {
    tests: ["web/e2e/{page,component}-states.test.ts"],
    sources: [...kit, "worker/protocol/known-errors/**"],
  },
  /** Emails rendered in isolates, from sources that owners write. */
  rendering: {
    tests: ["worker/features/email-rendering/{costly-steps,escapes,rendering}.test.ts"],
    sources: [
      "worker/{features/email-rendering,config/built-in-emails}/**",
      "scripts/build/{assets,built-in-renderings,email-sandbox,production}.ts",
      "wrangler.toml",
    ],
  },
  /** `npm run deploy` with wrangler, against a stand-in for Cloudflare. Tests in workerd apply every migration. */
  deployment: {
    tests: ["scripts/deploy/deploy.interop.test.ts"],
    sources: ["scripts/{deploy,build}/**", "scripts/{deploy,build}.ts", "wrangler.toml"],
  },
  /** `npm run dev`: its signals, ports and variables. */
  development: {
    tests: ["scripts/dev.interop.test.ts"],
    sources: ["scripts/dev/**", "scripts/dev.ts", "worker/platform/env.ts", "wrangler.toml"],
  },
  /** Commands of operators, and the migrations since the baseline. */
  operations: {
    tests: ["scripts/ops/ops.interop.test.ts"],
    sources: ["scripts/ops/**", "scripts/ops.ts", "wrangler.toml", "drizzle/*.sql"],
  },
};

/** The hash of what each group passed with, which is committed: it is what no clone can make for itself. */
const RECORD = path.join(import.meta.dirname, "proven.json");

/** Lists what is made in the folders of the sources, and tests of other groups. */
const NOT_SOURCES = [
  ...["**/node_modules/**", "**/dist/**", "**/.next/**", "**/next-env.d.ts", "**/*.test.{ts,tsx}"],
  "worker/features/{auth/password/common-passwords.json,email-rendering/built-in-renderings.ts}",
];

function hashOf({ tests, sources }: Group): string {
  const started = sources.filter((glob) => /^scripts\/[^/]+\.ts$/.test(glob));
  const imported = importedBy(globSync([...tests, ...started], { cwd: REPOSITORY }));
  return `${contentHash(tests)}.${contentHash([...sources, ...imported, "package-lock.json"], NOT_SOURCES)}`;
}

/** All files of the repository that these import, directly or through others, at once or later. Imports of types are erased. */
export function importedBy(files: readonly string[], root = REPOSITORY): string[] {
  const imported = new Set<string>();
  // A set is iterated with what is added meanwhile.
  const queue = new Set(files);
  for (const file of queue) {
    for (const each of importsOf(file, root)) {
      imported.add(each);
      queue.add(each);
    }
  }
  return [...imported];
}

function importsOf(file: string, root: string): string[] {
  if (!/\.(tsx?|mjs)$/.test(file)) return [];
  const source = readFileSync(path.join(root, file), "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const isErased = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((each) => each.isType);
  const requests = [
    ...staticImports.filter(({ entries }) => !isErased(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return requests.filter((request) => request.startsWith(".")).map((request) => resolve(file, request, root));
}

/** @throws Error if there is no such file: a source would be missing without a word. */
function resolve(file: string, request: string, root: string): string {
  const base = path.posix.join(path.posix.dirname(file), request.replace(/\?.*/, ""));
  const found = ["", ".ts", ".tsx", ".d.ts", "/index.ts"]
    .map((end) => base + end)
    .find((each) => isFile(path.join(root, each)));
  if (!found) throw new Error(`${file} imports ${request}, which is no file.`);
  return found;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function recorded(): Record<string, string> {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

/** Globs of the tests that the gate leaves to the night: what they depend on is as it was when they passed. */
export function provenTests(): string[] {
  const record = recorded();
  return Object.entries(groups).flatMap(([name, group]) => (record[name] === hashOf(group) ? group.tests : []));
}

/**
 * Records the groups of which every test file has passed, and returns the names of those that were not recorded before.
 *
 * @param passed paths from the repository's root
 */
export function recordProven(passed: ReadonlySet<string>): string[] {
  const record = recorded();
  const newly = Object.entries(groups).flatMap(([name, group]) => {
    if (!globSync(group.tests, { cwd: REPOSITORY }).every((file) => passed.has(file))) return [];
    const hash = hashOf(group);
    return record[name] === hash ? [] : [[name, hash] as const];
  });
  if (newly.length > 0) {
    writeFileSync(RECORD, `${JSON.stringify({ ...record, ...Object.fromEntries(newly) }, null, 2)}\n`);
  }
  return newly.map(([name]) => name);
}
