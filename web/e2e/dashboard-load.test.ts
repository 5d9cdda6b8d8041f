import { beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";
import { describeBudgets, newPagesProject, type PagesProject, pages } from "./harness/dashboard-pages";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let project: PagesProject;

beforeAll(async () => {
  project = await newPagesProject(gatehouse);
});

const heaviest = "the editor of a theme";

describeBudgets(
  gatehouse,
  Object.entries(pages).filter(([name]) => name === heaviest),
  () => project,
);

describe("an address that no page has", () => {
  it("of an unknown project, or another owner's, says so and leads to the list of projects", async ({ expect }) => {
    const other = await newOwner(gatehouse);
    const theirs = await other.createProject({ displayName: "Theirs", teamId: other.selectedTeam?.id ?? "" });
    // Browsers print refused requests.
    const page = await openSignedIn(browser, gatehouse, project.owner, /Failed to load resource/);
    for (const id of ["nonsense", crypto.randomUUID(), theirs.id]) {
      await page.goto(`/projects/${id}/users`);
      await page.getByRole("heading", { name: "Project not found" }).waitFor();
      await expect.poll(() => page.getByText("Theirs").count()).toBe(0);
      if (id === theirs.id) expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("link", { name: "All projects", exact: true }).click();
      await page.getByRole("link", { name: "Acme" }).waitFor();
    }
  });
});
