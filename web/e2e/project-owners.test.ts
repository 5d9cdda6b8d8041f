import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { newOwnerOf } from "./harness/owners";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("the settings of a project", () => {
  it("lead to the members of its team, transfer it to another team of the owner's, and delete it after its name was typed", async ({
    expect,
  }) => {
    const { owner, project } = await newOwnerOf(gatehouse, "Acme");
    const other = await owner.createTeam({ displayName: "Second team" });
    const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/settings`);
    const transfer = page.getByRole("button", { name: "Transfer project" });
    await transfer.click();
    const question = dialog(page, "Transfer Acme to Second team?");
    await question.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Transfer project" }).click();
    await page.getByText("All members of Second team administer this project.").waitFor();
    const [transferred] = await owner.listOwnedProjects();
    expect(transferred?.ownerTeamId).toBe(other.id);
    await page.getByRole("link", { name: "Members and invitations" }).click();
    await page.getByRole("heading", { level: 1, name: "Owners" }).waitFor();
    await page.getByRole("link", { name: "Team settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
    await page.getByRole("heading", { level: 2, name: "Second team" }).waitFor();
    await page.getByRole("region", { name: "Invite a member" }).waitFor();

    await page.goto(`/projects/${project.id}/settings`);
    await page.getByRole("button", { name: "Delete project" }).click();
    const deletion = dialog(page, "Delete the project?");
    await deletion.getByText("Acme is deleted with its users").waitFor();
    await deletion.getByLabel("Type “Acme” to confirm").fill("Acme");
    await deletion.getByRole("button", { name: "Delete project" }).click();
    await page.getByText("No projects yet").waitFor();
    expect(await owner.listOwnedProjects()).toEqual([]);
  });
});
