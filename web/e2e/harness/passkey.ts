import type { Browser, CDPSession, Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { heading } from "./locators";
import { virtualAuthenticators } from "./virtual-authenticators";
import { openSignedIn } from "./visit-signed-in";

export const passkeyButton = (page: Page) => page.getByRole("button", { name: "Continue with a passkey" });

/** Registers a passkey through the kit: `ok`, or the error. */
export function registerPasskey(page: Page) {
  return page.evaluate(async () => {
    const user = await globalThis.__STACK_AUTH__?.app.getUser({ or: "throw" });
    const result = await user?.registerPasskey();
    if (result?.status !== "error") return result?.status;
    const { errorCode, message, details } = result.error;
    return { errorCode, message, details };
  });
}

/** Deletes the page's user on a page that needs none: the dashboard would redirect, and interrupt what follows. */
export async function deleteUser(page: Page): Promise<void> {
  await page.goto("/handler/error");
  await heading(page, "Something went wrong").waitFor();
  await page.evaluate(async () => (await globalThis.__STACK_AUTH__?.app.getUser())?.delete());
}

/** Returns what the tests of passkeys do on the site. */
export function passkeyPages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /**
   * A page with a session of a new owner, and the session that controls the browser's authenticators. Virtual ones
   * choose a passkey as soon as the autofill offers it, so the browser has that only where a test is about it.
   */
  async function signedInPage({ hasAutofill = false } = {}): Promise<{ page: Page; authenticators: CDPSession }> {
    const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse));
    if (!hasAutofill) {
      await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"));
    }
    const authenticators = await virtualAuthenticators(page);
    // The lightest page with the kit.
    await page.goto("/handler/error");
    await heading(page, "Something went wrong").waitFor();
    return { page, authenticators };
  }

  return { signedInPage };
}
