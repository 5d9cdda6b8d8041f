import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { startProject } from "../kit/testing/project-under-test";
import { launchBrowser } from "./harness/browser";
import { typeErrors } from "./harness/fresh-app";
import { openPage } from "./harness/open-page";
import { runExample, startExample } from "./harness/start-example";

const suite = startProject();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function signUp(page: Page): Promise<string> {
  const email = newAddress();
  await page.goto("/");
  await page.getByRole("link", { name: "sign up" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: `Hello ${email}` }).waitFor();
  return email;
}

describe("the examples react-vite and cli", () => {
  it("sign a user up, and log a command line in with their browser", async () => {
    const { url, folder } = await startExample(suite, "react-vite");
    expect(typeErrors(folder)).toBe("");
    const page = await openPage(browser, url);
    const email = await signUp(page);

    const sessionFolder = await mkdtemp(path.join(tmpdir(), "gatehouse-cli-"));
    onTestFinished(() => rm(sessionFolder, { recursive: true }));
    const variables = { GATEHOUSE_SITE_URL: url, SESSION_FILE: path.join(sessionFolder, "session") };
    const run = (command: string) => runExample(suite, "cli", { args: [command], variables });

    const login = await run("login");
    expect(typeErrors(login.folder)).toBe("");
    const link = () => /http:\/\/\S+login_code=\S+/.exec(login.output())?.[0];
    await expect.poll(link, { timeout: 60_000 }).toBeDefined();
    await page.goto(link() ?? "");
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText("The command line is authorized").waitFor();
    expect(await login.exited).toBe("exit code 0");
    expect(login.output()).toContain(`Logged in as ${email}`);
    expect((await stat(variables.SESSION_FILE)).mode & 0o777).toBe(0o600);

    const whoami = await run("whoami");
    await whoami.exited;
    expect(whoami.output()).toContain(email);
    await (await run("logout")).exited;
    const after = await run("whoami");
    await after.exited;
    expect(after.output()).toContain("Not logged in");
  });
});
