import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { dialog, heading } from "./harness/locators";
import { openTeams } from "./harness/teams";

const gatehouse = await sharedGatehouse();

describe("the teams of a project", () => {
  it("are created, found by name, and deleted after a confirmation; an unknown one leads back to the list", async ({
    expect,
  }) => {
    const { page, project } = await openTeams(gatehouse);
    await page.getByRole("link", { name: "Analysts" }).waitFor();
    await page.getByRole("row", { name: /^Analysts 1 / }).waitFor();
    await page.getByRole("button", { name: "Create team" }).click();
    await dialog(page, "Create team").getByRole("textbox", { name: "Name" }).fill("Printers");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, "Create team").getByRole("button", { name: "Create team" }).click();
    await heading(page, "Printers").waitFor();
    await page.getByText("The team has no members.", { exact: false }).waitFor();

    await page.getByRole("main").getByRole("link", { name: "Teams", exact: true }).click();
    await heading(page, "Teams").waitFor();
    await page.getByRole("searchbox").fill("PRINT");
    await page.getByRole("link", { name: "Analysts" }).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("PRINT");
    await page.getByRole("link", { name: "Printers" }).click();
    await page.getByRole("link", { name: "Delete team" }).click();
    await page.reload();
    await dialog(page, "Delete the team?").getByRole("textbox").fill("delete");
    await dialog(page, "Delete the team?").getByRole("button", { name: "Delete team" }).click();
    await page.getByText("No teams found").waitFor();
    expect((await project.app.listTeams()).map(({ displayName }) => displayName)).toEqual(["Analysts"]);

    await page.goto(`/projects/${project.id}/teams/${crypto.randomUUID()}?q=ana`);
    await page.getByText("This project has no team with this ID.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "All teams" }).click();
    await page.waitForURL("**/teams?q=ana");
  });
});
