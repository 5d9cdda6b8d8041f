import { createHmac } from "node:crypto";
import type { CDPSession, Page } from "playwright-core";

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
