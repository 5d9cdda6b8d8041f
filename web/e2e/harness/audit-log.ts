import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** The audit log of a project with a user, whose name is a formula of spreadsheets. */
export async function openAuditLog(gatehouse: Gatehouse, path = "") {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const user = await project.app.createUser({ displayName: "=1+1", primaryEmail: "ada@example.com" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/audit-log${path}`);
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  return { page, project, user, owner };
}

const table = (page: Page) => page.getByRole("table", { name: "Audit log" });

export const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ hasNot: page.getByRole("columnheader") });
