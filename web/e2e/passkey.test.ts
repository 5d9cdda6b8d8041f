import type { CDPSession, Page } from "playwright-core";
import { describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { configureSite } from "./harness/site-project";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const passkeyButton = (page: Page) => page.getByRole("button", { name: "Continue with a passkey" });

/**
 * A page of a new owner, signed in by password, and the session that controls the browser's authenticators. Virtual ones
 * choose a passkey as soon as the autofill offers it, so the browser has that only where a test is about it.
 */
async function signedInPage({ hasAutofill = false } = {}): Promise<{ page: Page; authenticators: CDPSession }> {
  const { primaryEmail } = await newOwner(gatehouse);
  const page = await openPage(browser, gatehouse.webUrl);
  if (!hasAutofill) {
    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"));
  }
  const authenticators = await virtualAuthenticators(page);
  await page.goto("/handler/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(primaryEmail ?? "");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading(page, "Projects").waitFor();
  return { page, authenticators };
}

async function credentials(authenticators: CDPSession, authenticatorId: string) {
  return (await authenticators.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

/** Registers a passkey through the kit: `ok`, or the error. */
function registerPasskey(page: Page) {
  return page.evaluate(async () => {
    const user = await globalThis.__STACK_AUTH__?.app.getUser({ or: "throw" });
    const result = await user?.registerPasskey();
    if (result?.status !== "error") return result?.status;
    const { errorCode, message, details } = result.error;
    return { errorCode, message, details };
  });
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/handler/sign-out");
  await heading(page, "Authentication and user management for your app").waitFor();
}

/** Deletes the page's user on a page that needs none: the dashboard would redirect, and interrupt what follows. */
async function deleteUser(page: Page): Promise<void> {
  await page.goto("/handler/error");
  await heading(page, "Something went wrong").waitFor();
  await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.delete());
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

  it("PASSKEY_WEBAUTHN_ERROR: shows nothing when no passkey was chosen, and can be tried again", async ({ expect }) => {
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
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
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

  it("are shown only where the project enables them", async ({ expect }) => {
    await configureSite(gatehouse, { passkey_enabled: false });
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await expect.poll(() => passkeyButton(page).count()).toBe(0);
  });
});
