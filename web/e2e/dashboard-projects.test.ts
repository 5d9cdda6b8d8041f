import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("a project that was deleted in another tab", () => {
  it("is said to be gone when a page of it is opened, in the reader's language, with a link to the others", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
    const page = await openSignedIn(browser, gatehouse, owner, /Failed to load resource|KnownError/, "ja-JP");
    await page.goto(`/projects/${project.id}/domains`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await project.delete();
    await page.getByRole("navigation", { name: "セクション" }).getByRole("link", { name: "権限" }).click();
    await page.getByText("このプロジェクトは削除されたか、アクセス権がありません。").waitFor();
    // The same text takes the place of the whole project once it is known which projects there are.
    await page.getByRole("navigation", { name: "セクション" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "すべてのプロジェクト", exact: true }).click();
    await page.waitForURL("**/projects");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
