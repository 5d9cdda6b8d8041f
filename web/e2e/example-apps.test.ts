import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { heading, signUpOnHostedPages } from "./harness/hosted-pages";
import { runExample, startExample, typeErrors } from "./harness/start-example";

const suite = startProject({ clientTeamCreationEnabled: true });

const browser = await sharedBrowser();

/** Asks an API, as a browser does, whether a script of `origin` may send the header with the session; returns whom it lets. */
async function allowedOrigin(origin: string, url: string): Promise<string | null> {
  const asked = { "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-stack-auth" };
  const { headers } = await fetch(url, { method: "OPTIONS", headers: { Origin: origin, ...asked } });
  return headers.get("Access-Control-Allow-Headers")?.includes("x-stack-auth")
    ? headers.get("Access-Control-Allow-Origin")
    : null;
}

describe.each(["express", "hono-workers"])("the example %s", (name) => {
  it("has the signed-in user of a request, and refuses a request without one", async () => {
    const { url, folder, output } = await startExample(suite, name);
    expect(output()).not.toMatch(/\.env\S* not found/);
    expect(await typeErrors(folder)).toBe("");
    const { user, email } = await signUp(suite.project.clientApp());
    const team = await user.createTeam({ displayName: "Compilers" });
    const headers = await user.getAuthHeaders();
    const read = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).json();
    expect(await read("/me", { headers })).toEqual({ id: user.id, displayName: null, primaryEmail: email });
    expect(await read("/teams", { headers })).toContainEqual({ id: team.id, displayName: "Compilers" });
    // As its README says: the website of the example react-vite sends its user along, and no other website does.
    expect(await allowedOrigin("http://localhost:3003", `${url}/me`)).toBe("http://localhost:3003");
    expect(await allowedOrigin("http://evil.example", `${url}/me`)).toBeNull();
    for (const path of ["/me", "/teams"]) {
      expect((await fetch(url + path)).status).toBe(401);
      expect(await read(path)).toMatchObject({ code: "USER_AUTHENTICATION_REQUIRED" });
    }
  });
});

describe("example react", () => {
  const suite = startProject();

  it("the example react-vite signs a user up", async () => {
    const { url, folder } = await startExample(suite, "react-vite");
    expect(await typeErrors(folder)).toBe("");
    const page = await openPage(browser, url);
    const email = newAddress();
    await page.goto("/");
    await page.getByRole("link", { name: "sign up" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: `Hello ${email}` }).waitFor();
  });
});

describe("example hosted", () => {
  const suite = startProject();

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
});
