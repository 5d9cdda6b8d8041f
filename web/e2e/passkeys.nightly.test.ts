import type { CDPSession, Page } from "playwright-core";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPasskeys, addPasskey, passkeysCard } from "./harness/account-settings";
import { openPage, sharedBrowser, signOut } from "./harness/browser";
import { dialog, heading } from "./harness/locators";
import { adminRequest, configureSite } from "./harness/site-project";
import { deleteUser, passkeyButton, passkeyPages, plugIn, registerPasskey } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signedInPage } = passkeyPages({ browser, gatehouse });

async function credentials(authenticators: CDPSession, authenticatorId: string) {
  return (await authenticators.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

describe("passkeys in a browser", () => {
  it("PASSKEY_WEBAUTHN_ERROR: says so when no passkey was chosen, and can be tried again", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage();
    await signOut(page);
    await plugIn(authenticators);
    await page.goto("/handler/sign-in");
    await passkeyButton(page).waitFor();
    const result = await page.evaluate(async () => {
      const outcome = await globalThis.__STACK_AUTH__?.app.signInWithPasskey();
      return outcome?.status === "error" && { ...outcome.error.details, errorCode: outcome.error.errorCode };
    });
    expect(result).toMatchObject({ errorCode: "PASSKEY_WEBAUTHN_ERROR", code: "NotAllowedError" });
    await passkeyButton(page).click();
    // A trial waits until the button is enabled again, and does not click it.
    await passkeyButton(page).click({ trial: true });
    await page.getByRole("status").getByText("No passkey was used. Try again, or choose another way.").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("PASSKEY_AUTHENTICATION_FAILED: shows that the account of a passkey from the autofill is deleted", async ({
    expect,
  }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage({ hasAutofill: true });
    await plugIn(authenticators);
    await registerPasskey(page);
    await deleteUser(page);
    await page.goto("/handler/sign-in");
    await page.getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toBe("The passkey could not be used. Try again, or choose another way.");
  });

  it("are shown only where the project enables them", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: false });
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await expect.poll(() => passkeyButton(page).count()).toBe(0);
  });

  it("a second authenticator is added, the first is not registered twice, and either signs in", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage();
    const phone = await plugIn(authenticators);
    expect(await registerPasskey(page)).toBe("ok");
    expect(await registerPasskey(page)).toEqual({
      errorCode: "PASSKEY_WEBAUTHN_ERROR",
      message: "The authenticator was previously registered",
      details: {
        message: "The authenticator was previously registered",
        code: "InvalidStateError",
        webauthn_code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
      },
    });
    await authenticators.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: phone });
    const stick = await plugIn(authenticators, "usb");
    expect(await registerPasskey(page)).toBe("ok");
    expect(await credentials(authenticators, stick)).toHaveLength(1);
    await signOut(page);
    await page.goto("/handler/sign-in");
    await passkeyButton(page).click();
    await heading(page, "Projects").waitFor();
  });

  it("the autofill gets another challenge before the server's has expired", async () => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage({ hasAutofill: true });
    const authenticatorId = await plugIn(authenticators);
    await registerPasskey(page);
    await signOut(page);
    const touches = (enabled: boolean) =>
      authenticators.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    await touches(false);
    await page.clock.install();
    const begun = Promise.withResolvers<void>();
    await page.exposeFunction("ceremonyBegun", begun.resolve);
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) => {
        const ceremony = get(options);
        (globalThis as unknown as { ceremonyBegun(): void }).ceremonyBegun();
        return ceremony;
      };
    });
    await page.goto("/handler/sign-in");
    await begun.promise;
    // The page has ended the first ceremony when it asks for another challenge: a touch before could still go to that.
    await page.route("**/auth/passkey/initiate-passkey-authentication", async (route) => {
      await touches(true);
      await route.continue();
    });
    const renewed = page.waitForResponse("**/auth/passkey/initiate-passkey-authentication");
    await page.clock.fastForward(50_000);
    await renewed;
    await heading(page, "Projects").waitFor();
  });
});

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
