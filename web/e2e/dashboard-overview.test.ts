import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { openOverview } from "./harness/dashboard-sections";
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

describe("the setup guide", () => {
  it("has the keys of a new set in its code: the secret one for a backend, and while it is shown", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
    const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/api-keys?create=true`);
    await page.getByLabel("Description").fill("Website");
    await page.getByLabel("Super secret admin key").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create keys" }).click();
    const dialog = page.getByRole("dialog", { name: "Your new keys" });
    const code = async (root: typeof dialog, tab: string) => {
      await root.getByRole("tab", { name: tab, exact: true }).click();
      return (await root.getByRole("tabpanel").locator("code").allInnerTexts()).join("\n");
    };
    const environment = await code(dialog, "Backend");
    const [publishable = ""] = /pck_\w{20,}/.exec(environment) ?? [];
    expect(publishable).not.toBe("");
    expect(environment).toMatch(/GATEHOUSE_SECRET_SERVER_KEY=ssk_\w{20,}/);
    expect(environment).toContain(project.id);
    // Neither server needs it.
    expect(environment).not.toContain("sak_");
    const nextApp = await code(dialog, "Next.js");
    expect(nextApp).toContain(environment.slice(environment.indexOf("GATEHOUSE_API_URL"), environment.indexOf("ssk_")));
    expect(nextApp).toContain(`hosted: "${gatehouse.webUrl}"`);
    expect(nextApp).not.toContain("sak_");
    for (const tab of browserTabs) {
      const shown = await code(dialog, tab);
      expect(shown).toContain(publishable);
      expect(shown).toContain(project.id);
      expect(shown).not.toContain("ssk_");
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("I have copied the keys").check();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

    await page.getByRole("link", { name: "Overview", exact: true }).click();
    const guide = page.getByRole("region", { name: "Add Gatehouse to your app" });
    const tag = await code(guide, "HTML tag");
    expect(tag).toContain(publishable);
    expect(tag).toContain(`src="${gatehouse.webUrl}/embed.js"`);
    expect(await code(guide, "Backend")).toContain("GATEHOUSE_SECRET_SERVER_KEY=ssk_your-secret-server-key");
    await page.reload();
    expect(await code(guide, "HTML tag")).toContain("pck_your-publishable-client-key");

    await guide.getByRole("tab", { name: "Hosted pages" }).click();
    await guide.getByRole("link", { name: "trusted domains" }).click();
    await page.getByRole("region", { name: "Trusted domains" }).waitFor();
  });
});
