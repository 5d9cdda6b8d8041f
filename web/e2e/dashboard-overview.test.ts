import { describe, it } from "vitest";
import { newOwnedProject } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser, visitSignedIn } from "./harness/browser";
import { openAuditLog, openOverview, rows } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the overview of a project", () => {
  it("shows its numbers, and those of a day to the arrow keys and the pointer", async ({ expect }) => {
    const { page } = await openOverview(gatehouse, ["Ada", "Grace", "Karen"]);
    const signUps = card(page, "Sign-ups");
    await expect.poll(() => signUps.getByRole("paragraph").first().innerText()).toMatch(/^3\s+in the last 30 days$/);
    const chart = signUps.getByRole("slider", { name: "Day of Sign-ups" });
    await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/: 3 sign-ups$/);
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    await signUps.getByText("0 sign-ups", { exact: true }).waitFor();
    await page.keyboard.press("End");
    await signUps.getByText("3 sign-ups", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await signUps.getByText("3 sign-ups", { exact: true }).waitFor({ state: "detached" });
    await chart.hover();
    await signUps.getByText("0 sign-ups", { exact: true }).waitFor();
    await expect.poll(() => signUps.getByRole("table", { name: "Sign-ups" }).getByRole("row").count()).toBe(31);

    const methods = card(page, "Sign-in methods").getByRole("listitem");
    await card(page, "Sign-in methods").getByText("Of 3 users.", { exact: false }).waitFor();
    expect((await methods.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "Password 3 100%",
      "One-time code or link 1 33%",
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await card(page, "Recent users").getByRole("link", { name: "Karen" }).click();
    await page.getByRole("heading", { level: 1, name: "Karen" }).waitFor();
    await page.goBack();
    await methods.getByRole("link", { name: "Password" }).click();
    await page.waitForURL("**/users?method=password");
    await page.getByRole("button", { name: "Sign-in method: Password" }).waitFor();
  });
});

const browser = await sharedBrowser();

const browserTabs = ["React", "JavaScript", "Hosted pages", "HTML tag"];

describe("the quick start of a project", () => {
  it("creates keys and fills them into its code: secret ones for servers alone, and until they are copied", async ({
    expect,
  }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
    const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/quick-start`);
    const guide = page.getByRole("region", { name: "Add Gatehouse to your app" });
    const code = async (tab: string) => {
      await guide.getByRole("tab", { name: tab, exact: true }).click();
      return (await guide.getByRole("tabpanel").locator("code").allInnerTexts()).join("\n");
    };
    expect(await code("HTML tag")).toContain("pck_your-publishable-client-key");
    await guide.getByRole("button", { name: "Create keys" }).click();
    const shown = card(page, "Your new keys");
    const environment = await shown.locator("code").innerText();
    const [publishable = ""] = /pck_\w{20,}/.exec(environment) ?? [];
    expect(environment).toMatch(/GATEHOUSE_SECRET_SERVER_KEY=ssk_\w{20,}/);
    expect(environment).toContain(project.id);
    for (const tab of ["Backend", "Express", "Next.js"]) expect(await code(tab)).toContain(environment);
    for (const tab of [...browserTabs, "Command line"]) {
      const text = await code(tab);
      expect(text).toContain(publishable);
      expect(text).toContain(project.id);
      expect(text).not.toContain("ssk_");
    }
    expect(await code("React")).toContain(`npm install ${gatehouse.webUrl}/kit.tgz`);
    expect(await accessibilityProblems(page)).toEqual([]);

    await shown.getByRole("button", { name: "I have copied the keys" }).click();
    await shown.waitFor({ state: "detached" });
    await code("Express");
    await page.waitForURL("**/quick-start?platform=express");
    await page.reload();
    await guide.getByRole("tab", { name: "Express", selected: true }).waitFor();
    expect(await code("Backend")).toContain("GATEHOUSE_SECRET_SERVER_KEY=ssk_your-secret-server-key");
    expect(await code("HTML tag")).toContain(publishable);

    const users = card(page, "First user");
    await users.getByText("Waiting for the first user.", { exact: false }).waitFor();
    await project.app.createUser({ displayName: "Ada Lovelace" });
    await users.getByRole("link", { name: "Ada Lovelace" }).waitFor();
    await guide.getByRole("tab", { name: "Hosted pages" }).click();
    await guide.getByRole("link", { name: "trusted domains" }).click();
    await page.getByRole("region", { name: "Trusted domains" }).waitFor();
  });
});

describe("the usage of a project", () => {
  it("shows what it stores and may, warns at 80 %, and says at 100 % what is refused and what goes on", async ({
    expect,
  }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
    await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
    const page = await openSignedIn(browser, gatehouse, owner, /Failed to load resource|500/);
    await page.goto(`/projects/${project.id}/usage`);
    const storage = page.getByRole("region", { name: "Storage" });
    await storage.getByText(/^[1-9]\d* KiB of 1,024 MiB · 0%$/).waitFor();
    await storage.getByText(/^\d+ of 2,000,000 · 0%$/).waitFor();
    await storage.getByText(/^0 KiB of 1,024 MiB · 0%$/).waitFor();
    const limits = page.getByRole("region", { name: "Limits per minute and hour" });
    await limits.getByText("0 of 30 seconds · 0%").waitFor();
    await limits.getByText("0 of 1,000 · 0%").waitFor();
    await limits.getByText("Each hour.").waitFor();
    await page.getByRole("list", { name: "What takes the storage" }).getByText("Users").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    let percent = 80;
    await page.route("**/internal/usage", async (route) => {
      const response = await route.fetch();
      const { storage: stored, shares } = await response.json();
      const max_bytes = Math.floor((100 * stored.used_bytes) / percent);
      const share = { used: percent, limit: 100, refused: percent < 100 ? 0 : 7, resets_at_millis: Date.now() };
      const json = {
        storage: { ...stored, max_bytes, used_percent: percent },
        images: { used_bytes: percent, max_bytes: 100, used_percent: percent },
        shares: shares.map((each: object) => ({ ...each, ...share })),
      };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByRole("alert").getByText("The storage is nearly full.", { exact: false }).waitFor();
    await page.getByRole("alert").getByText("The images are nearly full.", { exact: false }).waitFor();
    const three = "Imported password hashes, Previews of emails, and Emails by the shared server";
    await page.getByRole("alert").getByText(`Nearly used up: ${three}.`, { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    percent = 100;
    await page.reload();
    const alert = page.getByRole("alert");
    await alert.getByText(`Used up: ${three}.`, { exact: false }).waitFor();
    await alert.getByText("The images are full", { exact: false }).waitFor();
    await limits
      .getByText(/^Begins anew at .+ Refused: 7\.$/)
      .first()
      .waitFor();
    await alert.getByText("new users, teams and other data are refused", { exact: false }).waitFor();
    await alert.getByText("Sign-ins, reads, exports and deletions go on.", { exact: false }).waitFor();
    await storage.getByRole("meter", { name: "Data" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.unroute("**/internal/usage");
    await page.route("**/internal/usage", (route) => route.fulfill({ status: 500, body: "Down" }));
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
  });
});

describe("the audit log of a project", () => {
  it("lists what was done, opens an event with all that is known of it, and says that it does not have an unknown one", async ({
    expect,
  }) => {
    const { page, project, user } = await openAuditLog(gatehouse);
    const created = rows(page).filter({ hasText: "user.created" });
    await created.waitFor();
    await rows(page).filter({ hasText: "project.created" }).waitFor();
    const link = created.getByRole("link", { name: /^User created/ });
    await link.click();
    const event = page.getByRole("dialog", { name: "User created" });
    await event.waitFor();
    await page.keyboard.press("Escape");
    await event.waitFor({ state: "detached" });
    await link.and(page.locator(":focus")).waitFor();
    await link.click();
    await event.getByRole("link", { name: "=1+1" }).waitFor();
    await event.getByText(user.id, { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("event")).not.toBeNull();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The address alone opens it again.
    await page.reload();
    await event.getByRole("link", { name: "All events of this target" }).click();
    await event.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("target")).toBe(user.id);
    await rows(page).filter({ hasText: "project.created" }).waitFor({ state: "detached" });
    await created.waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goto(`/projects/${project.id}/audit-log?event=0192f0c1-0000-7000-8000-000000000000`);
    await page.getByText("The log does not have this event, or no longer.").waitFor();
  });
});
