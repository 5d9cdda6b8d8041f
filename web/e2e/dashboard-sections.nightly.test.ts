import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { newOwnedProject, newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sections } from "../dashboard/shell/sections";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let owner: Awaited<ReturnType<typeof newOwner>>;
let projectId: string;

beforeAll(async () => {
  owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  projectId = project.id;
  await fill(project);
});

/** Gives a project something to show in its sections. */
async function fill(project: Awaited<ReturnType<typeof owner.createProject>>) {
  await project.updateConfig({
    "payments.items.credits": { displayName: "Credits", customerType: "user" },
    "dataVault.stores.tokens": { displayName: "Tokens of users" },
  } as never);
  const people = ["Ada Lovelace", "Grace Hopper", "Karen Spärck Jones", "Radia Perlman", "Barbara Liskov"];
  const users = await Promise.all(
    people.map((displayName) => {
      const primaryEmail = `${displayName.split(" ")[0]?.toLowerCase()}@example.com`;
      return project.app.createUser({
        displayName,
        primaryEmail,
        primaryEmailVerified: true,
        password: "analytical engine",
      });
    }),
  );
  for (const displayName of ["Analysts", "Compiler builders"]) {
    const team = await project.app.createTeam({ displayName });
    for (const user of users.slice(0, 3)) await team.addUser(user.id);
  }
  await project.app.createTeamPermissionDefinition({
    id: "read_reports",
    description: "Read reports",
    containedPermissionIds: [],
  });
  await project.app.createTeamPermissionDefinition({
    id: "edit_reports",
    description: "Write reports",
    containedPermissionIds: ["read_reports"],
  });
  await project.app.createInternalApiKey({
    description: "Website",
    expiresAt: new Date("2100-01-01"),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: false,
  });
}

/** Waits until nothing of the page is being loaded. */
async function settled(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await networkIdle(page);
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** `SCREENSHOTS=1` keeps pictures of each section here, which show a reviewer what has changed. */
const screenshots = process.env.SCREENSHOTS && path.join(REPOSITORY, "dist/screenshots");

async function keepScreenshots(page: Page, name: string) {
  if (!screenshots) return;
  const looks = { "desktop-light": { width: 1280, height: 900 }, "phone-dark": { width: 390, height: 844 } };
  for (const [look, size] of Object.entries(looks)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: look === "desktop-light" ? "light" : "dark", reducedMotion: "reduce" });
    await page.screenshot({ path: path.join(screenshots, `dashboard-${name}-${look}.png`) });
  }
  // The navigation is shown beside the page again.
  await page.setViewportSize(looks["desktop-light"]);
}

/** A few sections for each test, so that tests take about the same time. */
const groups = [sections.slice(0, 5), sections.slice(5, 10), sections.slice(10)].map((group) => ({
  labels: group.map(({ label }) => label).join(", "),
  group: group.map(({ to, label }) => ({ name: to.split("/").at(-1) ?? "", label })),
}));

describe("the sections of the dashboard", () => {
  it.for(groups)(
    "$labels: with something to show are accessible on a desktop and a phone, and print no error",
    async ({ group }, { expect }) => {
      const page = await openSignedIn(browser, gatehouse, owner);
      await page.goto(`/projects/${projectId}/owners`);
      for (const { name, label } of group) {
        const navigation = page.getByRole("navigation", { name: "Sections" });
        await navigation.getByRole("link", { name: label, exact: true }).click();
        await page.waitForURL(`**/projects/${projectId}/${name}`);
        // The page that is left stays until the code of the next one has arrived.
        await expect.poll(() => page.title()).toBe(`${label} · Acme · Gatehouse`);
        await settled(page);
        expect(await accessibilityProblems(page), label).toEqual([]);
        await keepScreenshots(page, name);
      }
    },
  );
});

describe("each section of the dashboard", () => {
  it("is reached by keyboard alone, link by link", async ({ expect }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
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

describe("a dialog that was opened by its address", () => {
  it("leaves the focus to the main part of its page, as nothing opened it", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.goto(`/projects/${projectId}/emails/templates?create=true`);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("main");
  });
});
