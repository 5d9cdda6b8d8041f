import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, it, onTestFinished } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { startProject } from "../kit/testing/project-under-test";
import { freshApp } from "./harness/start-example";

const suite = startProject();

/** Uses the built kit as a backend does: makes a user, signs them in, and reads them with their session. */
const backend = `
import { GatehouseClientApp, GatehouseServerApp } from "@gatehouse/kit";

export async function greet(options) {
  const server = new GatehouseServerApp({ ...options, tokenStore: null });
  const created = await server.createUser({ displayName: "Ada" });
  const session = await created.createSession();
  const client = new GatehouseClientApp({ ...options, tokenStore: await session.getTokens() });
  const user = await client.getUser({ or: "throw" });
  return user.id === created.id ? "Hello " + user.displayName : "another user";
}
`;

const options = () => ({ ...suite.project.options, ...suite.project.keys, tokenStore: undefined });

function backendApp(): Promise<string> {
  return freshApp(
    {
      "backend.js": backend,
      "main.js": `import { greet } from "./backend.js";\nconsole.log(await greet(${JSON.stringify(options())}));\n`,
      "worker.js": `import { greet } from "./backend.js";
        export default { fetch: async () => new Response(await greet(${JSON.stringify(options())})) };`,
    },
    [],
  );
}

/** The Node that the machine has, which is not the one that npm installs for the scripts. */
function ownNode(): string {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.filter((folder) => !folder.includes("node_modules")).map((folder) => path.join(folder, "node"));
  return found.find((file) => existsSync(file)) ?? process.execPath;
}

const installed = (name: string) => path.join(REPOSITORY, "node_modules/.bin", name);

const runtimes: Record<string, [command: () => string, ...args: string[]]> = {
  "the Node of the scripts": [() => process.execPath, "main.js"],
  "the machine's Node": [ownNode, "main.js"],
  Deno: [() => installed("deno"), "run", "--no-prompt", "--allow-net", "--allow-env", "--allow-read", "main.js"],
  Bun: [() => installed("bun"), "main.js"],
};

describe("the built kit", () => {
  it.for(Object.entries(runtimes))("works in %s", async ([, [command, ...args]], { expect }) => {
    const app = await backendApp();
    const { stdout } = await promisify(execFile)(command(), args, { cwd: app });
    expect(stdout.trim()).toBe("Hello Ada");
  });

  // Since 2024-11-11 Workers take the `cache` of a request, which they refused before.
  it("works in Workers, also with a compatibility date of before they took all options of fetch", async ({
    expect,
  }) => {
    const app = await backendApp();
    const { outputFiles } = await build({
      entryPoints: [path.join(app, "worker.js")],
      bundle: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      write: false,
    });
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        modules: [{ type: "ESModule", path: "worker.js", contents: outputFiles[0]?.text ?? "" }],
        compatibilityDate: "2024-09-23",
      }),
    );
    onTestFinished(() => worker.dispose());
    const response = await worker.dispatchFetch("http://localhost/");
    expect(await response.text()).toBe("Hello Ada");
  });
});
