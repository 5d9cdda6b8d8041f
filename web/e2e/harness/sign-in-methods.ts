import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openMethods(gatehouse: Gatehouse, tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/sign-in-methods`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Sign-in methods" }).waitFor();
  const config = async () => (await project.app.getProject()).config;
  return { page, config, project, owner };
}

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
