import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, dialog } from "./harness/locators";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const settings = "/handler/account-settings#auth";
const accounts = (page: Page) => page.getByRole("list", { name: "Linked accounts" });
const rowOf = (page: Page, provider: string) => accounts(page).getByRole("listitem").filter({ hasText: provider });

/** Submits the identity provider's form. */
async function consent(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Email is verified").check();
  await page.getByRole("button", { name: "Continue" }).click();
}

describe("the linked accounts in account settings", () => {
  it("are connected, with a way back to the same section, and disconnected", async ({ expect }) => {
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), settings);
    await rowOf(page, "GitHub").getByText("Not connected").waitFor();
    await button(page, "Connect GitHub").click();
    const email = newAddress("github");
    await consent(page, email);
    await rowOf(page, "GitHub").getByText(email).waitFor();
    await rowOf(page, "GitHub").getByText("Connected just now").waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("#auth");
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Disconnect GitHub").click();
    await dialog(page).getByText(`Disconnect your GitHub account ${email}?`).waitFor();
    await dialog(page).getByRole("button", { name: "Disconnect" }).click();
    await rowOf(page, "GitHub").getByText("Not connected").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.ariaLabel === "Connect GitHub");
  });

  it("keep the only way to sign in", async ({ expect }) => {
    // Codes to the address, which Google has verified, would be another way.
    await configureSite(gatehouse, { magic_link_enabled: false });
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await consent(page, newAddress("google"));
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
    await page.goto(settings);
    await rowOf(page, "Google").getByText("Your only way to sign in, so it cannot be disconnected.").waitFor();
    await expect.poll(() => button(page, "Disconnect Google").count()).toBe(0);
    await button(page, "Connect GitHub").click();
    await consent(page, newAddress("github"));
    await button(page, "Disconnect Google").waitFor();
    await button(page, "Disconnect GitHub").waitFor();
  });

  it("are no topic where the project has no providers", async ({ expect }) => {
    await configureSite(gatehouse, { oauth_providers: [] });
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), settings);
    await page.getByRole("region", { name: "Two-step verification" }).waitFor();
    await expect.poll(() => page.getByRole("region", { name: "Linked accounts" }).count()).toBe(0);
  });
});
