import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { adminRequest } from "./harness/site-project";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

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
