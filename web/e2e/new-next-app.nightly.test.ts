import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startProcessGroup } from "../../scripts/dev/process-group";
import { startSite } from "../../scripts/dev/site";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { namedBlocks } from "../../scripts/testing/fenced-blocks";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { environmentFile, installCommand, nextExample } from "../dashboard/setup/snippets";
import { startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";

const run = promisify(execFile);
const suite = startProject();
const browser = await sharedBrowser();

let folder: string;

// The commands install from a registry, as for everybody who begins an app: the second one, what the template needs too.
beforeAll(async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "gatehouse-new-app-"));
  folder = path.join(parent, "my-app");
  await run("npx", ["--yes", "create-next-app@latest", "my-app", "--yes", "--disable-git", "--skip-install"], {
    ...{ cwd: parent, env: env() },
  });
  const [port = 0] = await findFreePorts(1);
  const site = await startSite({ port, apiUrl: suite.gatehouse.apiUrl, publishableClientKey: "" });
  const [npm = "", ...install] = installCommand(`http://localhost:${port}`).split(" ");
  await run(npm, install, { cwd: folder, env: env() });
  await site.stop();
  await writeFile(fonts(), mockedFonts);
  const { options, keys } = suite.project;
  const { publishableClientKey, secretServerKey } = keys;
  const project = { apiUrl: suite.gatehouse.apiUrl, projectId: options.projectId };
  await put(".env.local", environmentFile(project, { publishableClientKey, secretServerKey }));
}, 900_000);
afterAll(() => rm(path.dirname(folder), { recursive: true, force: true }));

/** The environment of a developer's terminal: of tests and their machine, Next.js would take over the mode, and ask for a cache. */
function env(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, CI: __, ...others } = process.env;
  const own = { NEXT_TELEMETRY_DISABLED: "1", NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts() };
  return { ...others, ...own } as NodeJS.ProcessEnv;
}

/** Stands for the one host that the template itself requests while it is built. */
const mockedFonts = `module.exports = Object.fromEntries(["Geist", "Geist Mono"].map((family) => [
  "https://fonts.googleapis.com/css2?family=" + family.replace(" ", "+") + ":wght@100..900&display=swap",
  "@font-face { font-family: '" + family + "'; font-weight: 100 900; src: local('Arial'); unicode-range: U+0000-00FF; }",
]));`;
const fonts = () => path.join(path.dirname(folder), "fonts.js");

async function put(name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Puts the files of the guide into the app as they are, but for the address of the site. */
async function putExample(kind: "hosted" | "own"): Promise<void> {
  await rm(path.join(folder, ".next"), { recursive: true, force: true });
  const files = await namedBlocks("docs/react.md", "typescript");
  const { length } = nextExample({ siteUrl: "" });
  const chosen = kind === "hosted" ? files.slice(0, length) : files.slice(length);
  for (const [name] of files) {
    if (!chosen.some(([other]) => other === name) && !isOfTemplate(name))
      await rm(path.join(folder, name), { force: true });
  }
  for (const [name, code] of chosen) await put(name, code.replaceAll("http://localhost:5173", suite.gatehouse.webUrl));
}

const isOfTemplate = (name: string) => ["app/layout.tsx", "app/page.tsx"].includes(name);

const NEXT = "node_modules/next/dist/bin/next";

/** Starts the app for one test, and returns what it prints. */
async function start() {
  const [port = 0] = await findFreePorts(1);
  const url = `http://localhost:${port}`;
  const app = startProcessGroup(path.join(folder, NEXT), ["start", folder, "--port", String(port)], { env: env() });
  onTestFinished(app.stop);
  let ended: string | undefined;
  void app.exited.then((reason) => {
    ended = reason;
  });
  while (!app.output().includes("Ready in")) {
    if (ended !== undefined) throw new Error(`next start ended with ${ended}:\n${app.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, output: app.output };
}

/** Opens a page whose whole console is kept. */
async function openWatched(url: string) {
  const page = await openPage(browser, url);
  const messages: string[] = [];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  return { page, messages };
}

/** What Next.js says of a page that reads a clock or a request where it may not, and of all else that is wrong. */
const complaint = /Date\.now|Math\.random|outside of .?<?Suspense|⚠|⨯|\bError\b|[Ww]arning/;

async function createAccount(page: Page): Promise<string> {
  const email = newAddress();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  return email;
}

const signIn = (page: Page) => page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();

const journeys = {
  async hosted(page: Page) {
    await page.goto("/account");
    await signIn(page);
    const email = await createAccount(page);
    await page.getByText(`Hello ${email}`).waitFor();
    await page.reload();
    await page.getByText(`Hello ${email}`).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("/");
    await page.goto("/account");
    await signIn(page);
  },
  async own(page: Page) {
    await page.goto("/");
    await signIn(page);
    const email = await createAccount(page);
    await page.getByText(`Hello ${email}`).waitFor();
    await page.reload();
    await page.getByText(`Hello ${email}`).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await signIn(page);
  },
};

describe("the guide's files in an app as create-next-app makes it", { timeout: 900_000 }, () => {
  it.each(["hosted", "own"] as const)(
    "with %s pages build, and sign a user up and out, without a message",
    async (kind) => {
      await putExample(kind);
      const { stdout, stderr } = await run(process.execPath, [NEXT, "build"], { cwd: folder, env: env() });
      expect(stdout + stderr).not.toMatch(complaint);
      const { url, output } = await start();
      const { page, messages } = await openWatched(url);
      await journeys[kind](page);
      expect(messages).toEqual([]);
      expect(output()).not.toMatch(complaint);
    },
  );
});
