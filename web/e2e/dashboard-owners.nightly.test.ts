import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { dialog, openOwners, rows } from "./harness/owners";

const gatehouse = await sharedGatehouse();

describe("the owners of a project", () => {
  it("are removed by an admin, who is asked first", async ({ expect }) => {
    const { page, team, members } = await openOwners(gatehouse, { others: 1 });
    const member = rows(page).filter({ hasNotText: "You" });
    await member.getByRole("combobox").waitFor();
    await expect.poll(() => member.getByRole("combobox").inputValue()).toBe("member");
    await member.getByRole("button", { name: /^Remove / }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, /^Remove /)
      .getByRole("button", { name: "Remove member" })
      .click();
    await member.waitFor({ state: "detached" });
    const left = (await team.listUsers()).map(({ id }) => id);
    expect(left).not.toContain(members[0]?.id);
  });

  it("leave, with a warning where the last admin goes, for the projects of their other teams", async ({ expect }) => {
    const { page, creator } = await openOwners(gatehouse, { others: 1 });
    await page.getByRole("button", { name: "Leave the team" }).click();
    await dialog(page, /^Leave /)
      .getByText("This is the only admin.", { exact: false })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, /^Leave /)
      .getByRole("button", { name: "Leave the team" })
      .click();
    await page.getByText("No projects yet").waitFor();
    expect(await creator.listOwnedProjects()).toEqual([]);
  });

  it("400: stay, with the way to the project's transfer, where they are the last", async ({ expect }) => {
    const { page, creator } = await openOwners(gatehouse);
    await page.getByRole("button", { name: "Leave the team" }).click();
    const question = dialog(page, /^Leave /);
    await question.getByRole("button", { name: "Leave the team" }).click();
    await question.getByText("Transfer or delete them first.", { exact: false }).waitFor();
    await expect.poll(() => question.getByText("only admin").count()).toBe(0);
    await question.getByRole("link", { name: "Transfer or delete this project" }).click();
    await page.getByRole("region", { name: "Delete project" }).waitFor();
    expect(await creator.listOwnedProjects()).toHaveLength(1);
  });

  it("are invited by email, who is shown until the invitation is revoked", async ({ expect }) => {
    const { page, team } = await openOwners(gatehouse);
    const email = newAddress("grace");
    await rows(page).filter({ hasText: "You" }).filter({ hasText: "Admin" }).waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).waitFor();
    await gatehouse.mailbox.waitFor({ to: email });
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email }]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click();
    await dialog(page, /^Revoke the invitation/)
      .getByRole("button", { name: "Revoke invitation" })
      .click();
    await page.getByText("There are no open invitations.").waitFor();
    expect(await team.listInvitations()).toEqual([]);
  });
});
