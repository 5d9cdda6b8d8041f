import type { Page } from "playwright-core";
import { afterAll, describe, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { fillSignIn, noResponse, unreachable } from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { addEmail, emails, inQuestion, question } from "./harness/second-step";

const browser = await sharedBrowser();
const gatehouse = await startGatehouse({ site: true, vars: { RATE_LIMITS: "on" } });

afterAll(() => gatehouse.stop());

/** Ends the API for one test. */
async function killForTest(): Promise<void> {
  onTestFinished(() => gatehouse.restart());
  await gatehouse.kill();
}

/**
 * Starts the API again while the page is blank, and returns what lets the page's next requests through. The page repeats requests
 * for some 15 seconds only, in which a slow machine may not have started the API.
 */
async function restartUnreached(page: Page): Promise<() => Promise<void>> {
  await page.goto("about:blank");
  const requests = `${gatehouse.apiUrl}/**`;
  await page.route(requests, (route) => route.abort("connectionrefused"));
  await gatehouse.restart();
  return () => page.unroute(requests);
}

describe("an API that cannot be reached", () => {
  it("is reported on a handler page, which is shown once the API is back", async ({ expect }) => {
    await killForTest();
    const page = await openPage(browser, gatehouse.webUrl, noResponse);
    await page.goto("/handler/sign-in");
    await unreachable(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const reach = await restartUnreached(page);
    await page.goto("/handler/sign-in");
    await unreachable(page).waitFor();
    await reach();
    await heading(page, "Sign in").waitFor();
    await unreachable(page).waitFor({ state: "detached" });
  });

  it("is reported in the dashboard, and on the way to it", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const page = await visitSignedIn(browser, gatehouse, owner, "/projects", noResponse);
    await heading(page, "Projects").waitFor();
    await killForTest();
    for (const path of ["/projects", "/"]) {
      await page.goto(path);
      await unreachable(page).waitFor();
    }
    // The landing page needs no server.
    await heading(page, "Authentication and user management for your app").waitFor();
    await page.goto("/projects");
    await unreachable(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const reach = await restartUnreached(page);
    await page.goto("/projects");
    await unreachable(page).waitFor();
    await reach();
    await heading(page, "Projects").waitFor();
  });

  it("is reported where it accepts a request and sends no response", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    let respond: () => Promise<void> = async () => undefined;
    await page.route("**/auth/password/sign-in", (route) => {
      respond = () => route.continue();
    });
    await fillSignIn(page, newAddress("unknown"));
    await unreachable(page).waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Sign in", exact: true }).getAttribute("aria-busy"))
      .toBe("true");
    await respond();
    await page.getByText("This email address and password do not match.").waitFor();
    await expect.poll(() => unreachable(page).count()).toBe(0);
  });
});

describe("too many attempts", () => {
  it("429: the form says so within seconds, keeps what was typed, and can be sent again", async ({ expect }) => {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    // At most 10 wrong passwords in 10 minutes from one network.
    for (let attempt = 1; attempt <= 10; attempt++) {
      await fillSignIn(page, email, `wrong ${attempt}`);
      await page.getByText("This email address and password do not match.").waitFor();
    }
    const refused = page.waitForResponse((response) => "retry-after" in response.headers());
    await fillSignIn(page, email);
    await refused;
    await page.getByText("Too many attempts. Try again in 10 minutes.").waitFor({ timeout: 5_000 });
    await page.getByRole("alert").getByRole("link", { name: "Forgot password?" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    expect(await page.getByRole("button", { name: "Sign in", exact: true }).getAttribute("aria-disabled")).not.toBe(
      "true",
    );
  });

  it("429: the question who a signed-in user is says so, and offers to reset the password", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    const email = user.primaryEmail ?? "";
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 4\d\d/);
    await emails(page).waitFor();
    changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);
    await addEmail(page, newAddress("second"));
    const password = question(page).getByRole("textbox", { name: "Password" });
    for (let attempt = 1; attempt <= 10; attempt++) {
      await password.fill(`wrong ${attempt}`);
      await inQuestion(page, "Confirm").click();
      await question(page).getByText("This is not your password.").waitFor();
    }
    await password.fill(PASSWORD);
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("Too many attempts. Try again in 10 minutes.").waitFor();
    await inQuestion(page, "Forgot password?").click();
    await question(page).getByText(`A link is on its way to ${email}.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset your password/ });
  });
});
