import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { it, onTestFinished } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { typeErrors } from "./harness/fresh-app";
import { heading, signUpOnHostedPages } from "./harness/hosted-pages";
import { openPage } from "./harness/open-page";
import { runExample, startExample } from "./harness/start-example";

const suite = startProject();
const browser = await sharedBrowser();

it("the example hosted-static signs a user up on hosted pages and out again, with nothing of its own but a redirect", async ({
  expect,
}) => {
  const { url } = await startExample(suite, "hosted-static", {
    variables: { GATEHOUSE_SITE_URL: suite.gatehouse.webUrl },
  });
  // Cookies know no ports: on `localhost` it would share those of the hosted pages.
  const page = await openPage(browser, url.replace("localhost", "static.localhost"));
  await page.goto("/");
  await page.getByText("You are signed out.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Sign in").waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  const email = await signUpOnHostedPages(page);
  await page.getByText(`Hello ${email}`).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
});

it("the example cli logs in with a user of the hosted pages, and out again", async ({ expect }) => {
  const sessionFolder = await mkdtemp(path.join(tmpdir(), "gatehouse-cli-"));
  onTestFinished(() => rm(sessionFolder, { recursive: true }));
  const variables = {
    GATEHOUSE_SITE_URL: suite.gatehouse.webUrl,
    SESSION_FILE: path.join(sessionFolder, "session"),
  };
  const run = (command: string) => runExample(suite, "cli", { args: [command], variables });

  const login = await run("login");
  expect(await typeErrors(login.folder)).toBe("");
  const link = () => /http:\/\/\S+login_code=\S+/.exec(login.output())?.[0];
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  const page = await openPage(browser, suite.gatehouse.webUrl);
  await page.goto(link() ?? "");
  await page.getByRole("link", { name: "Create an account" }).click();
  const email = await signUpOnHostedPages(page);
  await page.getByRole("button", { name: "Authorize" }).click();
  await heading(page, "The command line is authorized").waitFor();
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
