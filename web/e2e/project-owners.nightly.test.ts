import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { newOwnerOf } from "./harness/owners";
import { adminRequest } from "./harness/site-project";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** Browsers print refused requests. */
const refused = /Failed to load resource/;

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("account settings of a member who may delete a team", () => {
  it("say what is deleted with it, and delete it after a short word was typed", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const team = await owner.createTeam({ displayName: "Short-lived team" });
    await adminRequest(gatehouse, "POST", `/team-permissions/${team.id}/${owner.id}/$delete_team`, {});
    const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#team-${team.id}`);
    await page.getByRole("button", { name: "Delete team" }).click();
    const question = page.getByRole("dialog", { name: "Delete the team?" });
    await question.getByText("Short-lived team is deleted with its memberships").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByLabel("Type “delete” to confirm").fill("delete");
    await question.getByRole("button", { name: "Delete team" }).click();
    await page.getByText("Short-lived team has been deleted.").waitFor();
    expect((await owner.listTeams()).map(({ id }) => id)).not.toContain(team.id);
  });
});

describe("account settings of the last member of a team that owns a project", () => {
  it("400 refuse to leave the team and to delete the account, and lead to the project's transfer and deletion", async ({
    expect,
  }) => {
    const { owner, team, project } = await newOwnerOf(gatehouse, "Acme");
    const settings = `/projects/${project.id}/settings`;
    const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#team-${team.id}`, refused);
    await page.getByRole("button", { name: "Leave team" }).click();
    const leaving = dialog(page, "Leave the team?");
    await leaving.getByRole("button", { name: "Leave team" }).click();
    await leaving.getByText("Projects would be left without an owner. Transfer or delete them first: Acme").waitFor();
    await expect.poll(() => leaving.getByRole("link").getAttribute("href")).toBe(settings);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto("/handler/account-settings#settings");
    await page.reload();
    await page.getByRole("button", { name: "Delete account" }).click();
    const deleting = dialog(page, "Delete your account?");
    await deleting.getByLabel("Type “delete” to confirm").fill("delete");
    await deleting.getByRole("button", { name: "Delete account" }).click();
    await deleting.getByText("Transfer or delete them first: Acme").waitFor();
    await deleting.getByRole("link", { name: "Transfer or delete Acme" }).click();
    await page.waitForURL(`**${settings}`);
    await page.getByRole("region", { name: "Transfer project" }).waitFor();
    await page.getByRole("button", { name: "Delete project" }).click();
    await dialog(page, "Delete the project?").getByText("Acme is deleted with its users").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
