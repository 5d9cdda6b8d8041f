import type { Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { basic, clients } from "../../../worker/testing/integration-clients";

/** Browsers print refused requests. */
export const refused = /Failed to load resource/;

/** Returns what a partner sends to the Gatehouse of this process, and the address that takes its callbacks. */
export function partnerOf(gatehouse: Gatehouse) {
  const [callbackUrl] = clients.acme.redirectUris;

  /** Serves the partner's page of callbacks to a page. */
  const serveCallback = (page: Page) =>
    page.route(`${callbackUrl}?**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Partner</title>" }),
    );

  /** Returns where the partner sends an owner for a key, and what it proves afterwards that it was the partner. */
  async function authorizeUrl(): Promise<{ url: string; verifier: string }> {
    const verifier = "v".repeat(43);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const url = new URL(`${gatehouse.apiUrl}/api/v1/integrations/custom/oauth/authorize`);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: clients.acme.id,
      redirect_uri: callbackUrl,
      state: "s1",
      code_challenge: Buffer.from(digest).toString("base64url"),
      code_challenge_method: "S256",
    }).toString();
    return { url: url.href, verifier };
  }

  /** A request of the partner's server. */
  async function request(path: string, body: object) {
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/integrations/custom/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...basic(clients.acme) },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  }

  /** A project of the partner's, and the path of the page on which it is taken over. */
  async function provisioned(displayName: string) {
    const { project_id } = await request("projects/provision", { display_name: displayName });
    const { confirmation_url = "" } = await request("projects/transfer", { project_id });
    return { id: project_id ?? "", path: confirmation_url.slice(gatehouse.webUrl.length) };
  }

  return { callbackUrl, serveCallback, authorizeUrl, request, provisioned };
}

/** Signs in on the card and on the sign-in page that it leads to. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/handler/sign-in**");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
