import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { launchBrowser } from "./harness/browser";
import { typeErrors } from "./harness/fresh-app";
import { openPage } from "./harness/open-page";
import { startExample } from "./harness/start-example";

const suite = startProject();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

// Next compiles each page as it is first requested, which takes a busy machine its time.
describe("the example next", { timeout: 300_000 }, () => {
  it("shows the user at first paint, protects pages and routes, and signs in and out", async () => {
    const { url, folder } = await startExample(suite, "next");
    expect(typeErrors(folder)).toBe("");
    const { user, email } = await signUp(suite.project.clientApp());
    const { accessToken, refreshToken } = await user.getAuthJson();
    const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]));
    const cookie = `stack-refresh-${suite.project.options.projectId}=${refreshToken}; stack-access=${pair}`;
    const html = async (path: string, headers: Record<string, string>) =>
      (await (await fetch(url + path, { headers })).text()).replaceAll("<!-- -->", "");

    const signedIn = await html("/", { cookie });
    expect(signedIn).toContain(`The server sees ${email}.`);
    expect(signedIn).toContain(`The browser sees ${email}.`);
    expect(signedIn).not.toContain(suite.project.keys.secretServerKey);
    expect(signedIn).not.toContain(refreshToken);
    expect(await html("/", {})).toContain("The browser sees no user.");

    const me = (headers: Record<string, string>) => fetch(`${url}/api/me`, { headers });
    expect(await (await me({ cookie })).json()).toEqual({ id: user.id, email });
    expect((await me({})).status).toBe(401);

    const page = await openPage(browser, url);
    await page.goto("/account");
    await page.waitForURL(/\/handler\/sign-in\?after_auth_return_to=%2Faccount$/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: `Account of ${email}` }).waitFor();
    await page.goto("/");
    await page.getByText(`The browser sees ${email}.`).waitFor();
    await page.goto("/handler/sign-out");
    await page.getByText("The browser sees no user.").waitFor();
  });
});
