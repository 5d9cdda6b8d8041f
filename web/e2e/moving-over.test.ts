import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { freshApp, typeErrors } from "./harness/start-example";

// docs/moving-over.md, proven: apps written for the kits that Gatehouse replaces, first with those, then with the line of the
// import changed.

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const run = promisify(execFile);

const compilerOptions = {
  ...{ target: "es2023", lib: ["ES2023", "DOM"], module: "nodenext", types: ["node"], strict: true },
  ...{ erasableSyntaxOnly: true, noEmit: true, skipLibCheck: true },
};

describe("a program written for @stackframe/js", () => {
  /** Compiles and runs a program with its import from one package or the other. Returns what it has seen. */
  async function runWith(packageName: "@stackframe/js" | "@gatehouse/kit", program: string): Promise<unknown> {
    const source = await readFile(path.join(REPOSITORY, "docs/moving-over", program), "utf8");
    const app = await freshApp(
      {
        "app.ts": source.replace('from "@stackframe/js"', `from "${packageName}"`),
        "tsconfig.json": JSON.stringify({ compilerOptions, files: ["app.ts"] }),
      },
      ["@types/node", "@stackframe/js"],
    );
    const errors = await typeErrors(app);
    if (errors) throw new Error(errors);
    const { options, keys } = suite.project;
    const { apiUrl, webUrl, mailbox, secrets } = suite.gatehouse;
    const mailServer = new URL(mailbox.smtpUrl);
    const { stdout } = await run(process.execPath, ["app.ts"], {
      cwd: app,
      env: {
        PATH: process.env.PATH,
        API_URL: apiUrl,
        WEB_URL: webUrl,
        PROJECT_ID: options.projectId,
        PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        SECRET_SERVER_KEY: keys.secretServerKey,
        INTERNAL_PUBLISHABLE_CLIENT_KEY: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
        MAIL_HOST: mailServer.hostname,
        MAIL_PORT: mailServer.port,
      },
    });
    return JSON.parse(stdout);
  }

  it("compiles, and sees the same users, teams, sessions and errors, with its import changed", async ({ expect }) => {
    const before = await runWith("@stackframe/js", "js-app.ts");
    expect(before).toContainEqual(["user of the request", "Ada"]);
    expect(before).toContainEqual(["sign-in with the old password", "EMAIL_PASSWORD_MISMATCH"]);
    expect(await runWith("@gatehouse/kit", "js-app.ts")).toEqual(before);
  });

  it("compiles, and administers projects, emails, secrets and purchases alike, with its import changed", async ({
    expect,
  }) => {
    const before = await runWith("@stackframe/js", "js-admin.ts");
    expect(before).toContainEqual(["transferred", true]);
    expect(before).toContainEqual(["drafts", [["Better news", false, true]]]);
    expect(before).toContainEqual(["unknown user", "USER_ID_DOES_NOT_EXIST"]);
    expect(before).toContainEqual(["value", "t-1"]);
    expect(before).toContainEqual(["bought and given", ["Credits", 25, 25]]);
    expect(before).toContainEqual(["too much", false]);
    expect(before).toContainEqual(["transactions", [null, [["Pack", 2, { USD: "2.50" }]]]]);
    expect(await runWith("@gatehouse/kit", "js-admin.ts")).toEqual(before);
  });
});

describe("an app written for @stackframe/react", () => {
  const folder = path.join(REPOSITORY, "docs/moving-over/react-app");
  beforeAll(async () => {});

  const viteCompilerOptions = {
    ...{ target: "es2023", lib: ["ES2023", "DOM", "DOM.Iterable"], module: "esnext", moduleResolution: "bundler" },
    ...{ types: ["vite/client"], jsx: "react-jsx", strict: true, skipLibCheck: true, noEmit: true },
    allowImportingTsExtensions: true,
  };

  /** Serves the app with its imports changed to our kit. */
  async function serve(): Promise<string> {
    const sources = await Promise.all(
      ["index.html", "src/main.tsx", "src/home.tsx", "src/stack.ts"].map(async (name) => {
        const source = await readFile(path.join(folder, name), "utf8");
        return [name, source.replaceAll('from "@stackframe/react"', 'from "@gatehouse/kit/react"')] as const;
      }),
    );
    const { options, keys } = suite.project;
    const root = await freshApp(
      {
        ...Object.fromEntries(sources),
        ".env": `VITE_API_URL=${suite.gatehouse.apiUrl}
VITE_PROJECT_ID=${options.projectId}
VITE_PUBLISHABLE_CLIENT_KEY=${keys.publishableClientKey}
`,
        "tsconfig.json": JSON.stringify({ compilerOptions: viteCompilerOptions, include: ["src"] }),
      },
      ["vite", "react", "react-dom", "@types/react", "@types/react-dom"],
    );
    const errors = await typeErrors(root);
    if (errors) throw new Error(errors);
    const [port = 0] = await findFreePorts(1);
    const server = await createServer({
      root,
      configFile: false,
      plugins: [react()],
      logLevel: "error",
      server: { port, strictPort: true },
    });
    await server.listen();
    onTestFinished(() => server.close());
    return `http://localhost:${port}`;
  }

  it("compiles, signs users up and in, and shows their account, with its import changed", async ({ expect }) => {
    const page = await openPage(browser, await serve());
    const email = newAddress();
    await page.goto("/");
    await page.getByPlaceholder("Email").fill(email);
    await page.getByPlaceholder("Password").fill(PASSWORD);
    // The page may greet the user before the redirect loads it again.
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign up" }).click()]);
    await page.getByRole("heading", { name: `Hello ${email}` }).waitFor();
    await page.getByText("Under test: 0 teams, 1 address").waitFor();

    await page.getByRole("button", { name: "Call me Ada" }).click();
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor();
    await page.getByRole("button", { name: "New team" }).click();
    await page.getByRole("listitem").filter({ hasText: "Compilers" }).waitFor();

    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/?signed-out");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/handler\/sign-in/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor();
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: `stack-refresh-${suite.project.options.projectId}` }),
    );
  });
});
