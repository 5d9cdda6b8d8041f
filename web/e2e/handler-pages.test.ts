import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { fillSignIn, fillSignUp, noResponse, sitePages } from "./harness/handler-pages";
import { heading } from "./harness/locators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("handler pages", () => {
  /** The address of an existing account. */
  let known: string;

  const { visit } = sitePages({ browser, gatehouse });

  beforeAll(async () => {
    known = (await newOwner(gatehouse)).primaryEmail ?? "";
  });

  async function fillSignIn(page: Page, { email = known, password = PASSWORD } = {}): Promise<void> {
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  describe("the sign-in page", () => {
    it("signs in by keyboard only, and redirects to the projects", async ({ expect }) => {
      const page = await visit("/handler/sign-in");
      await heading(page, "Sign in").waitFor();
      // The field has the focus after it is shown.
      await page.getByLabel("Email", { exact: true }).and(page.locator(":focus")).waitFor();
      // The document has the address alone: the password joins it once the project is known.
      await page.getByLabel("Password", { exact: true }).waitFor();
      await page.keyboard.type(known);
      await page.keyboard.press("Tab");
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await heading(page, "Projects").waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/projects");
    });

    it("400 EMAIL_PASSWORD_MISMATCH: shows the same message for a wrong password and for an unknown address", async ({
      expect,
    }) => {
      // Attack: finding out who has an account from the message.
      const page = await visit("/handler/sign-in");
      for (const attempt of [{ password: "not the password" }, { email: newAddress("unknown") }]) {
        const refusal = page.waitForResponse(
          (response) => response.request().method() === "POST" && response.url().includes("/auth/password/sign-in"),
        );
        await fillSignIn(page, attempt);
        await refusal;
        await page.getByRole("alert").waitFor();
        await expect
          .poll(() => page.getByRole("alert").textContent())
          .toBe("This email address and password do not match.");
      }
    });

    it("keeps the return target through sign-up, and redirects there", async ({ expect }) => {
      const page = await visit("/handler/sign-in?after_auth_return_to=%2Fhandler%2Ferror%3Fsource%3Dtour");
      await page.getByRole("link", { name: "Create an account" }).click();
      await heading(page, "Create your account").waitFor();
      await expect
        .poll(() => new URL(page.url()).searchParams.get("after_auth_return_to"))
        .toBe("/handler/error?source=tour");
      await fillSignUp(page, newAddress());
      await heading(page, "Something went wrong").waitFor();
      await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/handler/error?source=tour`);
    });

    it.for(["//evil.example/", "javascript:document.write('evil')"])(
      "never redirects to %s after sign-in",
      async (target, { expect }) => {
        // Attack: an open redirect, by a link to our sign-in page that ends on another site.
        const page = await visit(`/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`);
        const visited: string[] = [];
        page.on("framenavigated", (frame) => visited.push(frame.url()));
        await fillSignIn(page);
        await heading(page, "Projects").waitFor();
        expect(visited.filter((url) => !url.startsWith(`${gatehouse.webUrl}/`))).toEqual([]);
      },
    );
  });

  describe("the sign-out page", () => {
    // Evidence: ends-session-shows-none-second-visit
    it("ends the session, and shows that there is none on a second visit", async ({ expect }) => {
      const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/handler/sign-out");
      await heading(page, "Authentication and user management for your app").waitFor();
      expect((await page.context().cookies()).filter(({ name }) => name.startsWith("stack-refresh"))).toEqual([]);
      await page.goto("/handler/sign-out");
      await heading(page, "You are signed out").waitFor();
      await page.goto("/projects");
      await heading(page, "Sign in").waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe("/projects");
    });
  });

  describe("the error page", () => {
    it("shows none of the text that its address has for a known code", async ({ expect }) => {
      // Attack: content spoofing by a link with a known code, whose message our page would show as its own.
      const page = await visit("/handler/error?errorCode=SIGN_UP_NOT_ENABLED&message=Pay%20here&details={}");
      await heading(page, "An error occurred").waitFor();
      await page.getByText("does not take new accounts").waitFor();
      await expect.poll(() => page.getByText("Pay here").count()).toBe(0);
      await page.getByRole("button", { name: "Go home" }).click();
      await heading(page, "Authentication and user management for your app").waitFor();
    });
  });
});

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

it("an offline browser says so in the form, and no longer once it is online again", async () => {
  const page = await openPage(browser, gatehouse.webUrl, noResponse);
  await page.goto("/handler/sign-in");
  await heading(page, "Sign in").waitFor();
  // Before the code that signs in was loaded.
  await page.context().setOffline(true);
  await fillSignIn(page, newAddress("unknown"));
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
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
