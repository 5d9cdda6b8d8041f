import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { fillSignIn, noResponse } from "./harness/handler-waits";
import { heading } from "./harness/locators";
import { openPage } from "./harness/open-page";

// An API that is stopped, and one that limits how often it is asked, are in `handler-waits.nightly`.

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("an API that cannot be reached", () => {
  it("is shown in the form whose request was not repeated, and keeps what was typed", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl, noResponse);
    await page.goto("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    await page.route("**/auth/password/sign-in", (route) => route.abort("connectionrefused"));
    const email = newAddress("unknown");
    await fillSignIn(page, email);
    await page.getByText("We could not reach the server").waitFor();
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
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
    await fillSignIn(page, owner.primaryEmail ?? "");
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
