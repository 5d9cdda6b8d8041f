import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sections } from "../dashboard/shell/sections";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { openSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("each section of the dashboard", () => {
  it("is reached by keyboard alone, link by link", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(`/projects/${project.id}/overview`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await networkIdle(page);
    const navigation = page.getByRole("navigation", { name: "Sections" });
    const reached: string[] = [];
    await navigation.getByRole("link").first().focus();
    for (const _ of sections) {
      reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ""));
      await page.keyboard.press("Tab");
    }
    expect(reached).toEqual(sections.map(({ label }) => label));
    await navigation.getByRole("link", { name: "Audit log" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  });
});
