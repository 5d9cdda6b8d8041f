import { execFileSync } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { REPOSITORY } from "../dev/wrangler";

const SOURCE = path.join(REPOSITORY, "web/kit");
const KIT = path.join(REPOSITORY, "dist/kit");

/** What an application installs along with the kit; the rest of what it imports is built in. */
const DEPENDENCIES = ["@simplewebauthn/browser"];

/**
 * Builds the embeddable kit into `dist/kit`, ready for `npm publish`. Modules stay apart, so that an application's bundler
 * leaves out the apps it does not import: classes with computed members are not dropped from within one module.
 */
export async function buildKit(): Promise<void> {
  await build({
    configFile: false,
    root: SOURCE,
    build: {
      outDir: KIT,
      emptyOutDir: true,
      lib: { entry: "index.ts", formats: ["es"] },
      rolldownOptions: {
        external: DEPENDENCIES,
        output: { preserveModules: true, preserveModulesRoot: SOURCE, entryFileNames: "[name].js" },
      },
      minify: false,
      sourcemap: true,
      target: "es2022",
    },
    logLevel: "warn",
  });
  execFileSync(path.join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", path.join(SOURCE, "tsconfig.build.json")], {
    stdio: "inherit",
  });
  await copyFile(path.join(REPOSITORY, "LICENSE"), path.join(KIT, "LICENSE"));
  await writeFile(path.join(KIT, "package.json"), `${JSON.stringify(await kitManifest(), null, 2)}\n`);
}

async function kitManifest() {
  const { version, license, dependencies } = JSON.parse(await readFile(path.join(REPOSITORY, "package.json"), "utf8"));
  return {
    name: "@gatehouse/kit",
    version,
    description: "Sign-in and user management of Gatehouse for browsers and servers",
    license,
    type: "module",
    sideEffects: false,
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
    exports: { ".": { types: "./types/web/kit/index.d.ts", default: "./index.js" } },
    files: ["**/*.js", "**/*.js.map", "types"],
    engines: { node: ">=20" },
  };
}
