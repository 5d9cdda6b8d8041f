import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";
import { REPOSITORY } from "../dev/wrangler";
import { kitChunks } from "./kit-chunks";

const SOURCE = path.join(REPOSITORY, "web/kit");
const KIT = path.join(REPOSITORY, "dist/kit");

const TYPES_ENTRY = "web/kit/index.d.ts";

/** What an application installs along with the kit; the rest of what it imports is built in. */
const DEPENDENCIES = ["@simplewebauthn/browser", "jose"];

/** The modules of `web/kit/exports`, which the package exports together. */
const EXPORTS = ["client", "server", "admin"];

/**
 * Builds the embeddable kit into `dist/kit`, ready for `npm publish`. Its index re-exports whole modules: from one that
 * names what it exports, esbuild loads the admin app wherever the client app is, which can lead to it.
 */
export async function buildKit(): Promise<void> {
  const entry = Object.fromEntries(EXPORTS.map((name) => [name, path.join(SOURCE, `exports/${name}.ts`)]));
  await build({
    configFile: false,
    root: SOURCE,
    build: {
      outDir: KIT,
      emptyOutDir: true,
      lib: { entry, formats: ["es"] },
      rolldownOptions: {
        external: DEPENDENCIES,
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name].js",
          codeSplitting: kitChunks(SOURCE, path.join(SOURCE, "exports/client.ts")),
        },
      },
      minify: false,
      sourcemap: true,
      target: "es2022",
    },
    logLevel: "warn",
  });
  await writeFile(path.join(KIT, "index.js"), EXPORTS.map((name) => `export * from "./${name}.js";\n`).join(""));
  execFileSync(path.join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", path.join(SOURCE, "tsconfig.build.json")], {
    stdio: "inherit",
  });
  await keepPublicTypes(path.join(KIT, "types"), TYPES_ENTRY);
  await copyFile(path.join(REPOSITORY, "LICENSE"), path.join(KIT, "LICENSE"));
  await copyFile(path.join(SOURCE, "README.md"), path.join(KIT, "README.md"));
  await writeFile(path.join(KIT, "package.json"), `${JSON.stringify(await kitManifest(), null, 2)}\n`);
}

/** Packs the built kit as npm would publish it. Returns the archive, which is in a new folder. */
export async function packKit(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-kit-"));
  const name = execFileSync("npm", ["pack", KIT, "--pack-destination", folder, "--silent"], { encoding: "utf8" });
  return path.join(folder, name.trim());
}

/**
 * Checks the packed kit with the tools that package authors use: that Node and TypeScript find its code and its types
 * however they resolve modules (`.attw.json` has what does not apply), and that its manifest is right. Throws their
 * findings.
 */
export async function checkKit(): Promise<void> {
  const archive = await packKit();
  for (const [tool, ...args] of [
    ["attw", archive, "--config-path", path.join(REPOSITORY, ".attw.json")],
    ["publint", archive, "--strict"],
  ] as const) {
    try {
      execFileSync(path.join(REPOSITORY, "node_modules/.bin", tool), args, { encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      throw new Error(`${tool} refuses the kit:\n${(error as { stdout?: string }).stdout}`, { cause: error });
    }
  }
  await rm(path.dirname(archive), { recursive: true });
}

/**
 * Removes the declarations that the entry does not lead to: those of the contracts, which type the kit from within. In
 * those that are left, relative imports name files, as Node resolves them.
 * @throws Error when one of them imports a package that an application does not install
 */
async function keepPublicTypes(folder: string, entry: string): Promise<void> {
  const kept = new Set([path.join(folder, entry)]);
  for (const file of kept) {
    const text = await readFile(file, "utf8");
    const named = text.replace(/\b(from |import\()"([^"]+)"/g, (_, before: string, specifier: string) => {
      if (!specifier.startsWith(".")) {
        if (!DEPENDENCIES.includes(specifier)) throw new Error(`The kit's types import ${specifier}: ${file}`);
        return `${before}"${specifier}"`;
      }
      const target = path.resolve(path.dirname(file), specifier);
      const module = existsSync(`${target}.d.ts`) ? specifier : `${specifier}/index`;
      kept.add(path.resolve(path.dirname(file), `${module}.d.ts`));
      return `${before}"${module}.js"`;
    });
    await writeFile(file, named);
  }
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (file.endsWith(".d.ts") && !kept.has(file)) await rm(file);
  }
}

async function kitManifest() {
  const { version, license, repository, dependencies } = JSON.parse(
    await readFile(path.join(REPOSITORY, "package.json"), "utf8"),
  );
  return {
    name: "@gatehouse/kit",
    version,
    description: "Sign-in and user management of Gatehouse for browsers and servers",
    keywords: ["authentication", "sign-in", "users", "teams", "permissions", "passkeys", "oauth", "gatehouse"],
    license,
    repository: { ...repository, directory: "web/kit" },
    type: "module",
    sideEffects: false,
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
    // For tools that do not read `exports`.
    main: "./index.js",
    types: `./types/${TYPES_ENTRY}`,
    exports: { ".": { types: `./types/${TYPES_ENTRY}`, default: "./index.js" } },
    files: ["**/*.js", "**/*.js.map", "types"],
    engines: { node: ">=20.19" },
  };
}
