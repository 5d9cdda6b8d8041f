import { createHmac } from "node:crypto";
import type { Browser, CDPSession, Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openSignedIn } from "./browser";
import { heading } from "./locators";

/** Replaces the authenticators of the page's browser by virtual ones: none until one is plugged in. */
export async function virtualAuthenticators(page: Page): Promise<CDPSession> {
  const authenticators = await page.context().newCDPSession(page);
  await authenticators.send("WebAuthn.enable");
  return authenticators;
}

/** Plugs in an authenticator that consents to every request, and returns its id. */
export async function plugIn(authenticators: CDPSession, transport: "internal" | "usb" = "internal"): Promise<string> {
  const { authenticatorId } = await authenticators.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An authenticator app (RFC 6238) for a typed key, independent of the code that checks its output. */
export function authenticatorApp(typedKey: string) {
  const key = decodeBase32(typedKey.replaceAll(" ", ""));
  return {
    /** The code now, or the given number of 30-second steps from now. */
    shows(stepsFromNow = 0): string {
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsFromNow));
      const digest = createHmac("sha1", key).update(counter).digest();
      const offset = digest.readUInt8(19) & 0xf;
      return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
    },
  };
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

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
