import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { startGatehouse } from "../../../scripts/testing/start-gatehouse";
import { basic, clients, integrationClients } from "../../../worker/testing/integration-clients";

/** Browsers print refused requests. */
export const refused = /Failed to load resource/;

/** A Gatehouse with a partner, whose server takes callbacks, until the tests of the file are over. */
export async function startWithPartner() {
  const partner = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end("<title>Partner</title>"),
  );
  await new Promise<void>((resolve) => partner.listen(0, "127.0.0.1", resolve));
  const callbackUrl = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/callback`;
  const withCallback = integrationClients.map((client) => ({ ...client, redirectUris: [callbackUrl] }));
  const vars = { INTEGRATION_CLIENTS: JSON.stringify(withCallback) };
  const gatehouse = await startGatehouse({ site: true, vars });
  afterAll(async () => {
    await gatehouse.stop();
    partner.closeAllConnections();
    partner.close();
  });

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

  return { gatehouse, callbackUrl, request, provisioned };
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
