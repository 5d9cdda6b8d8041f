import type { CDPSession, Page } from "playwright-core";

/** The page's browser as the keeper of virtual authenticators instead of real ones: none until one is plugged in. */
export async function virtualAuthenticators(page: Page): Promise<CDPSession> {
  const authenticators = await page.context().newCDPSession(page);
  await authenticators.send("WebAuthn.enable");
  return authenticators;
}

/** Plugs in an authenticator that consents to everything at once, and gives its id. */
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
