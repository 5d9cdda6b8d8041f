import type { Page } from "playwright-core";
import { afterAll, describe, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await startGatehouse({ site: true, vars: { RATE_LIMITS: "on" } });

afterAll(() => gatehouse.stop());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
/** What browsers print of requests without a response. */
const noResponse = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)/;
const unreachable = (page: Page) => page.getByRole("alert").filter({ hasText: "The server does not respond." });

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Ends the API for one test. */
async function killForTest(): Promise<void> {
  onTestFinished(() => gatehouse.restart());
  await gatehouse.kill();
}

/**
 * Starts the API again, while the page is blank, and returns what lets its next requests through: they are repeated for some 15
 * seconds, in which a slow machine may not have started it.
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
    let answer: () => Promise<void> = async () => undefined;
    await page.route("**/auth/password/sign-in", (route) => {
      answer = () => route.continue();
    });
    await signIn(page, newAddress("unknown"));
    await unreachable(page).waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Sign in", exact: true }).getAttribute("aria-busy"))
      .toBe("true");
    await answer();
    await page.getByText("This email address and password do not match.").waitFor();
    await expect.poll(() => unreachable(page).count()).toBe(0);
  });

  it("is shown in the form whose request was not repeated, and keeps what was typed", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl, noResponse);
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    await killForTest();
    const email = newAddress("unknown");
    await signIn(page, email);
    await page.getByText("We could not reach the server").waitFor();
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
  });
});

describe("too many attempts", () => {
  it("429: the form says how long it waits, counting down, and cannot be sent until then", async ({ expect }) => {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const page = await openPage(browser, gatehouse.webUrl);
    await page.clock.install();
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/auth/password/sign-in") && request.method() === "POST") requests.push(request.url());
    });
    const timer = page.getByRole("timer").filter({ visible: true });
    // At most 10 wrong passwords in 10 minutes from one network.
    for (let attempt = 1; attempt <= 10; attempt++) {
      await signIn(page, email, `wrong ${attempt}`);
      await page.getByText("This email address and password do not match.").waitFor();
    }
    const refused = page.waitForResponse((response) => "retry-after" in response.headers());
    await signIn(page, email);
    const wait = Number((await refused).headers()["retry-after"]);
    expect(wait).toBeLessThanOrEqual(600);
    expect(wait).toBeGreaterThan(300);
    const note = page.getByText("Too many attempts. We try again in").filter({ visible: true });
    await note.waitFor();
    expect(await note.evaluate((element) => element.closest("form") !== null)).toBe(true);
    await expect.poll(() => timer.allTextContents()).toEqual([expect.stringMatching(/^\d+ min \d+ s$/)]);
    const [, minutes, seconds] = /^(\d+) min (\d+) s$/.exec(await timer.innerText()) ?? [];
    const left = Number(minutes) * 60 + Number(seconds);
    // Up to two seconds more, so that many clients do not come back at once.
    expect(left).toBeLessThanOrEqual(wait + 2);
    expect(left).toBeGreaterThan(wait - 60);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.clock.fastForward((left - 120) * 1000);
    await timer.getByText(/^[12] min \d+ s$/).waitFor();

    const submit = page.getByRole("button", { name: "Sign in", exact: true });
    await expect.poll(() => submit.getAttribute("aria-disabled")).toBe("true");
    const before = requests.length;
    await submit.press("Enter");
    expect(requests.length).toBe(before);

    await note.getByRole("button", { name: "Stop waiting" }).click();
    await page.getByText("Too many attempts. Wait a few minutes, then try again.").waitFor();
    await expect.poll(() => submit.getAttribute("aria-disabled")).not.toBe("true");
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    expect(requests.length).toBe(before);
  });
});

describe("a failure of the server", () => {
  it("500: is described in plain words with the id of the request, as the response has it", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    changeStoredData(gatehouse, "UPDATE passwords SET hash = 'broken' WHERE user_id = ?", owner.id);
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    const response = page.waitForResponse((candidate) => candidate.url().endsWith("/auth/password/sign-in"));
    await signIn(page, owner.primaryEmail ?? "");
    const requestId = (await response).headers()["x-stack-request-id"];
    await page.getByRole("alert").waitFor();
    const text = await page.getByRole("alert").textContent();
    expect(requestId).toMatch(/^[0-9a-z]{16}$/);
    expect(text).toBe(
      `Something went wrong on our side. Please try again. If it goes on, give this id to support: ${requestId}`,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
