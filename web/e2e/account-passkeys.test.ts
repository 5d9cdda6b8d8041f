import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPasskeys, addPasskey, passkeysCard } from "./harness/account-settings";
import { sharedBrowser } from "./harness/browser";
import { configureSite } from "./harness/site-project";
import { plugIn } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signInMethods } = accountPasskeys({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { passkey_enabled: true });
});
const rows = (page: Page) => page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");

describe("the passkeys in account settings", () => {
  it("are registered, each with a name and its dates", async ({ expect }) => {
    const { page, authenticators } = await signInMethods();
    await passkeysCard(page).getByText("You have no passkey yet.").waitFor();
    const laptop = await plugIn(authenticators);
    await addPasskey(page).click();
    await page.getByText("Your passkey is registered.").waitFor();
    await rows(page)
      .getByText(/^Chrome on (Linux|macOS)$/)
      .waitFor();
    await rows(page).getByText("Added just now, not used yet").waitFor();
    await addPasskey(page).click();
    await passkeysCard(page).getByText("This device already has a passkey for your account.").waitFor();

    await authenticators.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: laptop });
    await plugIn(authenticators, "usb");
    await addPasskey(page).click();
    await rows(page).nth(1).waitFor();
    await expect.poll(() => passkeysCard(page).getByRole("alert").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("cannot be removed while the last one is the only way to sign in", async ({ expect }) => {
    const { page, user, authenticators } = await signInMethods();
    await plugIn(authenticators);
    await addPasskey(page).click();
    await rows(page).waitFor();
    changeStoredData(gatehouse, "UPDATE users SET has_password = 0 WHERE id = ?", user.id);
    await page.reload();
    await rows(page).getByRole("button").click();
    const remove = page.getByRole("menuitem", { name: "Remove" });
    await remove.getByText("It is your only way to sign in.").waitFor();
    await expect.poll(() => remove.getAttribute("aria-disabled")).toBe("true");
  });
});
