import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { createServer } from "vite";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { packKit } from "../../scripts/build/kit";
import { kitManifest } from "../../scripts/build/package/manifest";
import { startSite } from "../../scripts/dev/site";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { fencedBlocks } from "../../scripts/testing/fenced-blocks";
import { findFreePorts } from "../../scripts/testing/free-ports";
import {
  backendExample,
  cliExample,
  environmentFile,
  expressExample,
  javaScriptExample,
  keyPlaceholders,
  reactExample,
} from "../dashboard/setup/snippets";
import { startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { complaints, freshApp, typeErrors, unpackKit } from "./harness/start-example";

const run = promisify(execFile);
const suite = startProject();
const browser = await sharedBrowser();
let archive: string;

beforeAll(async () => {
  archive = packKit(await mkdtemp(path.join(tmpdir(), "gatehouse-kit-")));
});
afterAll(() => rm(path.dirname(archive), { recursive: true }));

/** Puts the project's address, id and keys where the examples have placeholders. */
function filledIn(example: string): string {
  const { apiUrl, webUrl } = suite.gatehouse;
  const { publishableClientKey, secretServerKey } = suite.project.keys;
  return example
    .replaceAll("http://localhost:8787", apiUrl)
    .replaceAll("http://localhost:5173", webUrl)
    .replaceAll("your-project-id", suite.project.options.projectId)
    .replaceAll(keyPlaceholders.publishableClientKey, publishableClientKey)
    .replaceAll(keyPlaceholders.secretServerKey, secretServerKey);
}

const setup = {
  ...{ ...keyPlaceholders, projectId: "your-project-id" },
  ...{ apiUrl: "http://localhost:8787", siteUrl: "http://localhost:5173" },
};

/** The compiler options of create-vite's templates that matter here, with declarations checked as well. */
const viteCompilerOptions = {
  target: "es2023",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: ["vite/client"],
  jsx: "react-jsx",
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Serves a folder with Vite's development server. */
async function serve(folder: string): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const server = await createServer({ root: folder, logLevel: "error", server: { port, strictPort: true } });
  await server.listen();
  onTestFinished(() => server.close());
  return `http://localhost:${port}`;
}

/** Fills in the form of the example, and waits until the page greets the user. */
async function enter(page: Page, email: string, button: "Sign in" | "Sign up"): Promise<void> {
  await page.getByPlaceholder("Email").fill(email);
  await page.getByPlaceholder("Password").fill(PASSWORD);
  await page.getByRole("button", { name: button }).click();
  await page.getByText(`Hello ${email}`).waitFor();
}

const html = (script: string) =>
  `<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="${script}"></script></body></html>`;

describe("the examples, pasted into new apps", () => {
  it("the one for Vite signs a user up, out and in again; the link that it emails and a second factor have hosted pages", async ({
    expect,
  }) => {
    const app = await freshApp(
      {
        "index.html": html("/src/main.ts"),
        "src/main.ts": filledIn(javaScriptExample(setup)),
        "tsconfig.json": JSON.stringify({ compilerOptions: viteCompilerOptions, include: ["src"] }),
      },
      ["vite"],
    );
    expect(await typeErrors(app)).toBe("");
    const email = newAddress();
    // A sign-in that asks for a second factor is refused at first, which browsers print.
    const page = await openPage(browser, await serve(app), /status of 400/);
    await page.goto("/");
    await enter(page, email, "Sign up");
    await page.getByRole("button", { name: "Sign out" }).click();
    await enter(page, email, "Sign in");
    await page.getByRole("button", { name: "Sign out" }).click();

    const client = suite.project.clientApp();
    await client.signInWithCredential({ email, password: PASSWORD });
    const user = await client.getUser({ or: "throw" });
    await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) });
    const [code = ""] = await user.createRecoveryCodes();
    await page.getByPlaceholder("Email").fill(email);
    await page.getByPlaceholder("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(`Hello ${email}`).waitFor();

    const { text } = await suite.gatehouse.mailbox.waitFor({ to: email });
    await page.goto(/https?:\S+\/email-verification\S+/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
  });

  it("the one for Vite with React signs a user up on its pages, and greets them with their menu", async ({
    expect,
  }) => {
    const app = await freshApp(
      {
        "index.html": html("/src/main.tsx"),
        "vite.config.ts": `import { defineConfig } from "vite";
          import react from "@vitejs/plugin-react";
          export default defineConfig({ plugins: [react()] });`,
        "src/main.tsx": `import { StrictMode } from "react";
          import { createRoot } from "react-dom/client";
          import App from "./App.tsx";
          createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`,
        "src/App.tsx": filledIn(reactExample(setup)),
        "tsconfig.json": JSON.stringify({
          compilerOptions: { ...viteCompilerOptions, allowImportingTsExtensions: true },
          include: ["src"],
        }),
      },
      ["vite", "react", "react-dom", "@vitejs/plugin-react", "@types/react", "@types/react-dom"],
    );
    expect(await typeErrors(app)).toBe("");
    const email = newAddress();
    const page = await openPage(browser, await serve(app));
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(`Hello ${email}`).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  });

  it("the custom elements sign a user up in an app with Vite, and do nothing on a server", async ({ expect }) => {
    const app = await freshApp(
      {
        "index.html": `${html("/src/main.ts")}<gatehouse-sign-up></gatehouse-sign-up>`,
        "src/main.ts": filledIn(`import { GatehouseClientApp } from "@gatehouse/kit";
          import { defineGatehouseElements } from "@gatehouse/kit/embed";
          const app = new GatehouseClientApp({
            baseUrl: "http://localhost:8787",
            projectId: "your-project-id",
            publishableClientKey: "${keyPlaceholders.publishableClientKey}",
            tokenStore: "cookie",
          });
          defineGatehouseElements({ app });
          document.addEventListener("gatehouse-sign-up", ({ detail }) => console.log(detail.userId.length));`),
        "server.js": `import { defineGatehouseElements } from "@gatehouse/kit/embed";
          defineGatehouseElements({ app: {} });`,
        "tsconfig.json": JSON.stringify({ compilerOptions: viteCompilerOptions, include: ["src"] }),
      },
      ["vite"],
    );
    expect(await typeErrors(app)).toBe("");
    execFileSync(process.execPath, ["server.js"], { cwd: app });
    const page = await openPage(browser, await serve(app));
    await page.goto("/");
    const email = newAddress();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(`Signed in as ${email}.`).waitFor();
  });

  it("those for Express and a command line have no type errors, and Express knows the user of a request", async ({
    expect,
  }) => {
    const app = await freshApp(
      {
        ".env": filledIn(environmentFile(setup, keyPlaceholders)),
        "server.mjs": expressExample,
        "cli.mjs": cliExample(setup),
        "tsconfig.json": JSON.stringify({
          compilerOptions: {
            ...{ target: "es2023", lib: ["ES2023"], module: "nodenext", types: ["node"], strict: true },
            ...{ allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
          },
          files: ["server.mjs", "cli.mjs"],
        }),
      },
      ["@types/node", "express", "@types/express"],
    );
    expect(await typeErrors(app)).toBe("");
    const [port = 0] = await findFreePorts(1);
    const server = spawn(process.execPath, ["--env-file=.env", "server.mjs"], {
      cwd: app,
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: "inherit",
    });
    onTestFinished(() => void server.kill());
    await whenListening(port, server);
    const user = await suite.project.serverApp().createUser({ displayName: "Ada" });
    const { accessToken } = await (await user.createSession()).getTokens();
    const me = (headers: Record<string, string>) => fetch(`http://localhost:${port}/me`, { headers });
    const response = await me({ authorization: `Bearer ${accessToken}` });
    expect(await response.json()).toMatchObject({ displayName: "Ada" });
    expect((await me({})).status).toBe(401);
  });

  it("the one for a backend in Node greets the user of a request", async ({ expect }) => {
    const app = await freshApp(
      {
        // As `npm init -y` writes it.
        "package.json": '{ "private": true, "type": "commonjs" }',
        ".env": filledIn(environmentFile(setup, keyPlaceholders)),
        "server.mjs": backendExample,
        "tsconfig.json": JSON.stringify({
          compilerOptions: {
            ...{ target: "es2023", lib: ["ES2023"], module: "nodenext", types: ["node"], strict: true },
            ...{ allowJs: true, checkJs: true, noEmit: true },
          },
          files: ["server.mjs"],
        }),
      },
      ["@types/node"],
    );
    expect(await typeErrors(app)).toBe("");

    const [port = 0] = await findFreePorts(1);
    const server = spawn(process.execPath, ["--env-file=.env", "server.mjs"], {
      cwd: app,
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: "inherit",
    });
    onTestFinished(() => void server.kill());
    await whenListening(port, server);

    const user = await suite.project.serverApp().createUser({ displayName: "Ada" });
    const { accessToken, refreshToken } = await (await user.createSession()).getTokens();
    const greet = (headers: Record<string, string>) =>
      fetch(`http://localhost:${port}/`, { headers }).then((response) => response.text());
    expect(await greet({ "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) })).toBe("Hello Ada");
    const cookie = `stack-refresh-${suite.project.options.projectId}=${refreshToken}`;
    expect(await greet({ cookie })).toBe("Hello Ada");
    expect(await greet({})).toBe("Not signed in");
  });
});

/** Resolves when the port takes connections. @throws Error when the process ends before */
async function whenListening(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const response = await fetch(`http://localhost:${port}/`).catch(() => null);
    await response?.body?.cancel();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("the declarations of the packed kit", () => {
  /** Each line is an error exactly where the kit has types: where they are lost, everything is \`any\` and allowed. */
  const wrong = `import { alertOnError, GatehouseClientApp, GatehouseServerApp, isKnownError, KnownErrors } from "@gatehouse/kit";
const app = new GatehouseClientApp({ tokenStore: "memory", baseUrl: 7 });
new GatehouseClientApp({ tokenStore: "memory" }, {});
new GatehouseServerApp({ tokenStore: null }, undefined, {});
const user = await app.getUser({ or: "throw" });
user.noSuchMember;
const name: number = user.displayName;
const result = await app.signInWithCredential({ email: "a", password: 5 });
if (result.status === "error") result.error.errorCode satisfies number;
isKnownError(null, "NO_SUCH_CODE");
KnownErrors.NoSuchError;
(await user.listTeams())[0]?.displayName satisfies number;
alertOnError("no promise");
export { name };
`;
  const wrongLines = [2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13];

  const right = `import { GatehouseClientApp, type CurrentUser } from "@gatehouse/kit";
import { GatehouseHandler, GatehouseProvider, useUser } from "@gatehouse/kit/react";
import "@gatehouse/kit/react.css";
const app = new GatehouseClientApp({ tokenStore: "memory", baseUrl: "http://localhost" });
export const user: CurrentUser | null = await app.getUser();
export const useName = (): string => useUser({ or: "redirect" }).displayName ?? "";
export const page = GatehouseProvider({ app, children: GatehouseHandler({ fullPage: true }) });
`;

  const wrongInReact = `import { GatehouseClientApp } from "@gatehouse/kit";
import { GatehouseHandler, GatehouseProvider, useUser } from "@gatehouse/kit/react";
useUser({ or: "anonymous?" });
useUser()?.noSuchMember;
GatehouseProvider({ app: {}, children: null });
GatehouseHandler({ fullPage: "yes" });
useUser({ or: "redirect" }).displayName satisfies number;
export { GatehouseClientApp };
`;
  const wrongLinesInReact = [3, 4, 5, 6, 7];

  it.each([
    ["nodenext", "nodenext"],
    ["node16", "node16"],
    ["bundler", "esnext"],
  ])("hold under moduleResolution %s without skipLibCheck", async (moduleResolution, module) => {
    const compilerOptions = {
      ...{ target: "es2022", lib: ["ES2022", "DOM"], module, moduleResolution, types: ["node"], jsx: "react-jsx" },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    };
    const app = await freshApp(
      {
        "right.ts": right,
        "wrong.ts": wrong,
        "react.ts": wrongInReact,
        "tsconfig.json": JSON.stringify({ compilerOptions, files: ["right.ts", "wrong.ts", "react.ts"] }),
      },
      ["@types/node", "@types/react", "react"],
      (folder) => unpackKit(folder, archive),
    );
    const errors = await typeErrors(app);
    const linesOf = (file: string) => {
      const lines = [...errors.matchAll(new RegExp(`^${file}\\((\\d+),`, "gm"))].map(([, line]) => Number(line));
      return [...new Set(lines)];
    };
    expect(linesOf("wrong.ts"), errors).toEqual(wrongLines);
    expect(linesOf("react.ts"), errors).toEqual(wrongLinesInReact);
    expect(errors.split("\n").filter((line) => /^\S/.test(line) && !/^(wrong|react)\.ts/.test(line))).toEqual([]);
  });
});

describe("the examples of docs/payments.md", () => {
  const names = `import { type CurrentUser, GatehouseAdminApp, GatehouseServerApp } from "@gatehouse/kit";
import { useUser } from "@gatehouse/kit/react";
export declare const user: CurrentUser;
export const serverApp = new GatehouseServerApp({ tokenStore: null });
export const adminApp = new GatehouseAdminApp({ tokenStore: null });
export { useUser };
export declare const apiUrl: string;
export declare const fullCode: string;
export declare const subscriptionId: string;
export declare const userId: string;
`;

  it("compile against the packed kit", async ({ expect }) => {
    const blocks = [
      ...(await fencedBlocks("docs/payments.md", "ts")),
      ...(await fencedBlocks("docs/payments.md", "tsx")),
    ];
    expect(blocks.length).toBeGreaterThan(8);
    const files = blocks.map((code, index) => [
      `example-${index}.tsx`,
      `import { adminApp, apiUrl, fullCode, serverApp, subscriptionId, user, userId, useUser } from "./names.js";\n${code}\nexport {};\n`,
    ]);
    const compilerOptions = {
      ...{ target: "es2023", lib: ["ES2023", "DOM"], module: "nodenext", types: ["node"], jsx: "react-jsx" },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true },
    };
    const app = await freshApp(
      {
        "names.ts": names,
        ...Object.fromEntries(files),
        "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*"] }),
      },
      ["@types/node", "@types/react", "react"],
      (folder) => unpackKit(folder, archive),
    );
    expect(await typeErrors(app)).toBe("");
  });
});

describe("the package that the site serves", () => {
  it("comes from a site that serves no secret of the checkout: 403", async ({ expect }) => {
    // Vite says what it refuses.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // Attack: another website on the developer's machine, whose scripts Vite lets read what it serves, reads the server's secret.
    const [port = 0] = await findFreePorts(1);
    const site = await startSite({ port, apiUrl: suite.gatehouse.apiUrl, publishableClientKey: "" });
    onTestFinished(() => site.stop());
    const folder = path.join(REPOSITORY, `.data/test-${port}`);
    const secrets = [path.join(folder, "database.sqlite"), path.join(REPOSITORY, `.dev.vars.test-${port}`)];
    onTestFinished(async () => {
      for (const each of [folder, ...secrets]) await rm(each, { recursive: true, force: true });
    });
    await mkdir(folder, { recursive: true });
    for (const file of secrets) {
      await writeFile(file, "SERVER_SECRET=secret");
      expect([file, (await fetch(`http://localhost:${port}/@fs${file}?raw`)).status]).toEqual([file, 403]);
      expect([file, (await fetch(`http://localhost:${port}/@fs${file}`)).status]).toEqual([file, 403]);
    }
  });

  it("is installed by npm into an empty project, and imports", async ({ expect }) => {
    const [port = 0] = await findFreePorts(1);
    const site = await startSite({ port, apiUrl: suite.gatehouse.apiUrl, publishableClientKey: "" });
    onTestFinished(() => site.stop());
    const { dependencies } = await kitManifest();
    const app = await freshApp(
      { "main.js": 'import { GatehouseClientApp } from "@gatehouse/kit";\nconsole.log(GatehouseClientApp.name);\n' },
      Object.keys(dependencies),
      // The other packages are links, whose scripts are for their authors, so that no registry is needed.
      async (folder) => {
        const install = [
          "install",
          "--ignore-scripts",
          "--registry=http://127.0.0.1:9/",
          "--no-audit",
          "--no-fund",
          "--fetch-retries=0",
        ];
        await run("npm", [...install, `http://localhost:${port}/kit.tgz`], { cwd: folder });
      },
    );
    expect((await run(process.execPath, ["main.js"], { cwd: app })).stdout).toBe("GatehouseClientApp\n");
    const response = await fetch(`http://localhost:${port}/kit.tgz`);
    expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(archive))).toBe(true);
    // A website that installs again gets what is deployed then.
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });
});

describe("the packed kit", () => {
  it.for([
    { tool: "attw", what: "code and types, however modules are resolved", options: ["--config-path", ".attw.json"] },
    { tool: "publint", what: "manifest", options: ["--strict"] },
  ])("passes $tool, which package authors use, with its $what", async ({ tool, options }, { expect }) => {
    const command = path.join(REPOSITORY, "node_modules/.bin", tool);
    expect(await complaints(command, [archive, ...options])).toBe("");
  });

  it("has folders of its own only, and every file that its exports name", async ({ expect }) => {
    const folder = await freshApp({}, [], (app) => unpackKit(app, archive));
    const kit = path.join(folder, "node_modules/@gatehouse/kit");
    const files = (await readdir(kit, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const names = files.map((entry) => path.relative(kit, path.join(entry.parentPath, entry.name)));
    const folders = names.flatMap((name) => name.split(path.sep).slice(0, -1)[0] ?? []);
    expect([...new Set(folders)].sort()).toEqual(["contracts", "embed", "kit", "next", "react", "ui"]);
    const manifest = JSON.parse(await readFile(path.join(kit, "package.json"), "utf8"));
    for (const target of Object.values<string | Record<string, string>>(manifest.exports)) {
      for (const file of typeof target === "string" ? [target] : Object.values(target)) {
        expect(names).toContain(path.normalize(file));
      }
    }
    for (const name of names.filter((file) => file.endsWith(".js") || file.endsWith(".d.ts"))) {
      expect(await readFile(path.join(kit, name), "utf8"), name).not.toMatch(/from "[^"]*(worker|web|node_modules)\//);
    }
  });

  it("says of every module with components, and of no other, not even their entry, that it is for browsers", async ({
    expect,
  }) => {
    const folder = await freshApp({}, [], (app) => unpackKit(app, archive));
    const kit = path.join(folder, "node_modules/@gatehouse/kit");
    for (const name of await readdir(kit, { recursive: true })) {
      if (!name.endsWith(".js")) continue;
      const code = await readFile(path.join(kit, name), "utf8");
      expect(code.startsWith('"use client";'), name).toBe(
        /^(react|ui|next\/browser)\//.test(name) && name !== "react/index.js",
      );
    }
  });
});
