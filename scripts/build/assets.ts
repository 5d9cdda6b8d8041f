import { execFile } from "node:child_process";
import { existsSync, globSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { REPOSITORY, WRANGLER, wranglerEnvironment } from "../platform/wrangler";

// What starts a Worker asks whether its assets are current, so this loads no bundler.

/** Names what the Worker has beside itself (`[assets]` in wrangler.toml). */
export const ASSETS = path.join(REPOSITORY, "dist/assets");

/** Says where the modules are that run in isolates. */
export const SANDBOX_SOURCES = "worker/features/email-rendering/sandbox";

/** The module of the built-in emails as they were rendered from their sources. */
export const RENDERINGS = path.join(REPOSITORY, "worker/features/email-rendering/built-in-renderings.ts");

/** The passwords that everybody guesses first. */
export const COMMON_PASSWORDS = path.join(REPOSITORY, "worker/features/auth/password/common-passwords.json");

/** The types of what wrangler.toml binds to the Worker. */
const BINDINGS = path.join(REPOSITORY, "worker/platform/bindings.d.ts");

const SCRIPT = ["--import", "tsx"];

/** Lists what is made from other files by a command, and is not in git. */
const made: readonly {
  file: string;
  from: readonly string[];
  command: readonly string[];
  env?: Partial<NodeJS.ProcessEnv>;
}[] = [
  {
    file: path.join(ASSETS, "email-sandbox/renderer.js"),
    from: [
      "web/reference/**",
      "docs/openapi.json",
      "web/ui/theme/{colours,tokens}.css",
      `${SANDBOX_SOURCES}/**`,
      "package-lock.json",
      "scripts/build/{assets,reference,email-sandbox}.ts",
      "scripts/build-assets.ts",
    ],
    command: [...SCRIPT, "scripts/build-assets.ts"],
    env: { NODE_ENV: "production" },
  },
  {
    file: RENDERINGS,
    from: [
      "worker/config/built-in-emails/**",
      `${SANDBOX_SOURCES}/**`,
      "package-lock.json",
      "scripts/build/built-in-renderings.ts",
      "scripts/build-renderings.ts",
    ],
    command: [...SCRIPT, "scripts/build-renderings.ts"],
  },
  {
    file: COMMON_PASSWORDS,
    from: ["package-lock.json", "scripts/build-common-passwords.ts"],
    command: [...SCRIPT, "scripts/build-common-passwords.ts"],
  },
  {
    file: BINDINGS,
    from: ["wrangler.toml", "package-lock.json"],
    command: [
      WRANGLER.script,
      "types",
      BINDINGS,
      "--include-runtime=false",
      "--strict-vars=false",
      "--env-file=/dev/null",
    ],
    env: wranglerEnvironment(),
  },
];

/** Makes the files that the Worker and its types need, unless they are there and newer than what they are made from. */
export async function ensureAssets(): Promise<void> {
  const makeFile = async ({ file, command, env }: (typeof made)[number]) => {
    await promisify(execFile)(process.execPath, [...command], { cwd: REPOSITORY, env: { ...process.env, ...env } });
    // Wrangler leaves types as they are that have not changed.
    utimesSync(file, new Date(), new Date());
  };
  await Promise.all(made.filter(isOutdated).map(makeFile));
}

function isOutdated({ file, from }: (typeof made)[number]): boolean {
  const madeAt = existsSync(file) ? statSync(file).mtimeMs : 0;
  const sources = globSync([...from], { cwd: REPOSITORY }).map((source) => statSync(path.join(REPOSITORY, source)));
  return sources.some((source) => source.isFile() && source.mtimeMs > madeAt);
}
