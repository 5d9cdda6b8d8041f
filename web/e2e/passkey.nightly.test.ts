import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { deleteUser, passkeyButton, passkeyPages, registerPasskey, signOut } from "./harness/passkey";
import { configureSite } from "./harness/site-project";
import { plugIn } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signedInPage } = passkeyPages({ browser, gatehouse });

describe("passkeys in a browser", () => {
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
});
