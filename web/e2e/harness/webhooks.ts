import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";
import { startWebhookServer } from "./webhook-server";

const browser = await sharedBrowser();

export async function openWebhooks(gatehouse: Gatehouse, tolerated?: RegExp) {
  const receiver = await startWebhookServer();
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/webhooks`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  return { page, project, receiver };
}

export async function addEndpoint(page: Page, address: string, events: readonly string[] = []) {
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
  await dialog.getByRole("textbox", { name: "Address" }).fill(address);
  if (events.length > 0) await dialog.getByRole("checkbox", { name: "All events" }).uncheck();
  for (const name of events) await dialog.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
}

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
