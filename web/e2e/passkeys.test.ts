import type { CDPSession, Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import "../react/provider/gatehouse-provider";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPasskeys, addPasskey, passkeysCard } from "./harness/account-settings";
import { sharedBrowser, signOut } from "./harness/browser";
import { heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";
import { deleteUser, passkeyButton, passkeyPages, plugIn, registerPasskey } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signedInPage } = passkeyPages({ browser, gatehouse });

async function credentials(authenticators: CDPSession, authenticatorId: string) {
  return (await authenticators.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

describe("passkeys in a browser", () => {
  it("register, sign out, sign in: the account is the same, and the signature counter has grown", async ({
    expect,
  }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage();
    const authenticator = await plugIn(authenticators);
    const userId = await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.id);
    expect(await registerPasskey(page)).toBe("ok");
    const [registered] = await credentials(authenticators, authenticator);
    expect(registered).toMatchObject({ rpId: "localhost", isResidentCredential: true });
    expect(Buffer.from(registered?.userHandle ?? "", "base64").toString()).toBe(userId);

    await signOut(page);
    await page.goto("/handler/sign-in");
    await passkeyButton(page).click();
    await heading(page, "Projects").waitFor();
    expect(await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.id)).toBe(userId);
    const [used] = await credentials(authenticators, authenticator);
    expect(used?.signCount).toBe((registered?.signCount ?? 0) + 1);
  });

  it("PASSKEY_AUTHENTICATION_FAILED: shows that the account of the passkey is deleted, and can be tried again", async ({
    expect,
  }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage();
    await plugIn(authenticators);
    await registerPasskey(page);
    await deleteUser(page);
    await page.goto("/handler/sign-in");
    await passkeyButton(page).click();
    await page.getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toBe("The passkey could not be used. Try again, or choose another way.");
    await expect.poll(() => passkeyButton(page).isEnabled()).toBe(true);
  });

  it("are offered in the autofill of the address, and sign in without the button", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage({ hasAutofill: true });
    await plugIn(authenticators);
    const userId = await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.id);
    await registerPasskey(page);
    await signOut(page);
    await page.goto("/handler/sign-in");
    await heading(page, "Projects").waitFor();
    expect(await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.id)).toBe(userId);
  });
});

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
