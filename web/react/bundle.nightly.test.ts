import { build, type Plugin } from "esbuild";
import { it } from "vitest";

/** Repeats what the published package says of itself. */
const withoutSideEffects: Plugin = {
  name: "without-side-effects",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === "resolved") return undefined;
      return { ...(await resolve(path, { ...args, pluginData: "resolved" })), sideEffects: false };
    });
  },
};

/** The modules of ours in what a page loads, at once or later, that imports `names` of `@gatehouse/kit/react`. */
async function modulesOf(...names: string[]): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `export { ${names} } from "./index";`, resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: "out",
    write: false,
    metafile: true,
    packages: "external",
    loader: { ".css": "empty" },
    absWorkingDir: import.meta.dirname,
    plugins: [withoutSideEffects],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([module]) => module);
}

it("a website without the server and the admin app loads nothing of their hooks", async ({ expect }) => {
  const modules = await modulesOf("GatehouseClientApp", "GatehouseProvider", "useUser", "SignIn");
  expect(modules).toContain("apps/client-app.ts");
  expect(modules).toContain("apps/object-hooks.ts");
  for (const foreign of ["apps/server-hooks.ts", "apps/admin-app.ts"]) {
    expect(modules).not.toContain(foreign);
  }
});

it("they bring it along", async ({ expect }) => {
  expect(await modulesOf("GatehouseServerApp")).toContain("apps/server-hooks.ts");
});
