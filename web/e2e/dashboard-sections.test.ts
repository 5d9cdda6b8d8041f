import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sections } from "../dashboard/shell/sections";
import { openSignedIn, sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the sections of the dashboard", () => {
  it("are reached by their links, and print no error", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.goto(`/projects/${project.id}/owners`);
    const navigation = page.getByRole("navigation", { name: "Sections" });
    for (const { to, label } of sections) {
      await navigation.getByRole("link", { name: label, exact: true }).click();
      await page.waitForURL(`**/projects/${project.id}/${to.split("/").at(-1)}`);
      // The page that is left stays until the code of the next one has arrived.
      await expect.poll(() => page.title()).toBe(`${label} · Acme · Gatehouse`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    }
    await networkIdle(page);
  });
});
