import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openVault(gatehouse: Gatehouse) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/data-vault`);
  await page.getByRole("heading", { level: 1, name: "Data vault" }).waitFor();
  return { page, project };
}

export async function createStore(page: Page, name: string) {
  await page.getByRole("button", { name: "Create store" }).click();
  const form = dialog(page, "Create a store");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Create store" }).click();
  await form.waitFor({ state: "detached" });
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

export const secret = "wIyVQqSmBVGKYVtdyAN3LGPWWTSYBBtLpXbCsuLwcpI=";
