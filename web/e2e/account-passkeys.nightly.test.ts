import type { Page } from "playwright-core";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPasskeys, addPasskey, passkeysCard } from "./harness/account-settings";
import { sharedBrowser } from "./harness/browser";
import { dialog } from "./harness/locators";
import { adminRequest, configureSite } from "./harness/site-project";
import { plugIn } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signInMethods } = accountPasskeys({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { passkey_enabled: true });
});

/** Chooses an action from the menu of the only passkey. */
async function choose(page: Page, action: string): Promise<void> {
  await rows(page).getByRole("button").click();
  await page.getByRole("menuitem", { name: action }).click();
}

const rows = (page: Page) => page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");

/** The name of the control that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

describe("the passkeys in account settings", () => {
  it("say nothing when the browser's dialog is cancelled, and why when registering fails", async ({ expect }) => {
    const { page } = await signInMethods(/status of 400/);
    // No authenticator is plugged in, and the page gives up as browsers do.
    await page.evaluate(() => {
      navigator.credentials.create = async () => {
        throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
      };
    });
    await addPasskey(page).click();
    await addPasskey(page).click({ trial: true });
    await expect.poll(() => passkeysCard(page).getByRole("alert").count()).toBe(0);

    await configureSite(gatehouse, { passkey_enabled: false });
    onTestFinished(() => configureSite(gatehouse, { passkey_enabled: true }));
    await addPasskey(page).click();
    await passkeysCard(page).getByRole("alert").waitFor();
    await page.reload();
    await page.getByRole("region", { name: "Two-step verification" }).waitFor();
    await expect.poll(() => passkeysCard(page).count()).toBe(0);
  });

  it("need a verified address", async ({ expect }) => {
    const { page, user } = await signInMethods();
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: false });
    await page.reload();
    await passkeysCard(page).getByText("To sign in with passkeys, you need a verified sign-in email.").waitFor();
    await expect.poll(() => addPasskey(page).count()).toBe(0);
  });

  it("are renamed and removed one by one, with the focus where one goes on", async ({ expect }) => {
    const { page, authenticators } = await signInMethods();
    await plugIn(authenticators);
    await addPasskey(page).click();
    await choose(page, "Rename");
    const field = dialog(page).getByLabel("Name");
    await field.fill(" ");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).getByText("Enter a name.").waitFor();
    await field.fill("Work laptop");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await rows(page).getByText("Work laptop", { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe("Actions for Work laptop");

    await choose(page, "Remove");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await choose(page, "Remove");
    await dialog(page).getByText("Delete it on your device too").waitFor();
    await dialog(page).getByRole("button", { name: "Remove passkey" }).click();
    await passkeysCard(page).getByText("You have no passkey yet.").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Add a passkey");
  });
});
