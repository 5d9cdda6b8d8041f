import type { CDPSession } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { heading } from "./harness/locators";
import { deleteUser, passkeyButton, passkeyPages, registerPasskey, signOut } from "./harness/passkey";
import { configureSite } from "./harness/site-project";
import { plugIn } from "./harness/virtual-authenticators";

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
    await passkeyButton(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await passkeyButton(page).click();
    await heading(page, "Projects").waitFor();
    expect(await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.id)).toBe(userId);
    const [used] = await credentials(authenticators, authenticator);
    expect(used?.signCount).toBe((registered?.signCount ?? 0) + 1);
  });

  it("a second authenticator is added, the first is not registered twice, and either signs in", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: true });
    const { page, authenticators } = await signedInPage();
    const phone = await plugIn(authenticators);
    expect(await registerPasskey(page)).toBe("ok");
    expect(await registerPasskey(page)).toEqual({
      errorCode: "PASSKEY_WEBAUTHN_ERROR",
      message: "The authenticator was previously registered",
      details: { message: "The authenticator was previously registered", code: "InvalidStateError" },
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
