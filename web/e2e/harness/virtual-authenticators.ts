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
