import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { configEditor, documentOf, openDomains, openSettings, replace } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the question about unsaved changes", () => {
  it("returns the focus on a phone to what opened the navigation, which closes as the question opens", async () => {
    const { page } = await openSettings(gatehouse, "settings");
    await page.setViewportSize({ width: 390, height: 800 });
    await card(page, "Project").getByLabel("Description").fill("Bread and cake");
    const opener = page.getByRole("button", { name: "Open navigation" });
    await opener.click();
    await page.getByRole("dialog").getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await opener.and(page.locator(":focus")).waitFor();
  });
});

describe("the settings of a project", () => {
  it("change its name, description and logo, and ask before what was typed is lost; as JSON they have no secret, and store none of the dots that stand in their place", async ({
    expect,
  }) => {
    const { page, project } = await openSettings(gatehouse, "settings");
    const form = card(page, "Project");
    await form.getByLabel("Name", { exact: true }).fill("  ");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a name for the project.").waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Corner bakery");
    await form.getByLabel("Description").fill("Bread and cake");
    await form.getByLabel("Square logo", { exact: true }).fill("https://bakery.example/logo.png");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The project is saved.").waitFor();
    expect(await project.app.getProject()).toMatchObject({
      displayName: "Corner bakery",
      description: "Bread and cake",
    });
    await page.getByRole("button", { name: "Switch project Corner bakery" }).waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('displayName: "Corner bakery"', { exact: false }).waitFor();

    // Attack: a glance over an owner's shoulder. Nothing on the page has a secret that was set before.
    await page.goto(`/projects/${project.id}/settings/configuration`);
    await configEditor(page).waitFor();
    expect(await documentOf(page)).toContain('"clientSecret": "••••••••"');
    expect(await page.content()).not.toContain("secret-1");
    await replace(page, /"google": \{/, '"github": {"type": "github", "clientSecret": "••••••••"},\n"google": {');
    await page.getByRole("button", { name: "Review changes" }).click();
    await page
      .getByRole("alert")
      .getByText("Type the secret of auth.oauth.providers.github", { exact: false })
      .waitFor();
    await replace(page, '"type": "github", "clientSecret": "••••••••"', '"type": "github", "clientSecret": "new-one"');
    await page.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Save 1 change?" });
    await expect.poll(() => review.innerText()).not.toContain("new-one");
    expect(await accessibilityProblems(page)).toEqual([]);
    await review.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({
      auth: {
        oauth: { providers: { github: { clientSecret: "new-one" }, google: { clientSecret: "secret-1" } } },
      },
    });
    await page.getByRole("button", { name: "Show as code" }).click();
    const code = await page.getByRole("dialog").innerText();
    expect(code).toContain("process.env.CLIENT_SECRET");
    expect(code).not.toContain("new-one");
  });
});

describe("trusted domains", () => {
  it("are added and removed, and say at the field what cannot be one", async ({ expect }) => {
    const { page, project, owner } = await openDomains(gatehouse, /Failed to load resource/);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const add = async (domain: string) => {
      await card.getByLabel("New domain").fill(domain);
      await card.locator("button[type=submit]:not([aria-busy])").click();
    };
    const stored = async () => {
      const current = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      return { domains: current?.config.domains.map(({ domain }) => domain), local: current?.config.allowLocalhost };
    };
    await add("ftp://bakery.example");
    await card.getByText("Start the domain with https:// or http://, such as https://example.com.").waitFor();
    await add("https://bakery. example");
    await card.getByText("A domain has no spaces.").waitFor();
    await add("https://bakery.example/shop");
    await card.getByText("Leave out what follows the domain: https://bakery.example is enough.").waitFor();
    await add("https://a.*.*.*.*.*.example");
    await card.locator("[aria-invalid=true]").waitFor();
    await add("bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://bakery.example" }).waitFor();
    await add("https://*.bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://*.bakery.example" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example", "https://bakery.example"], local: true });

    await card.getByRole("button", { name: "Remove https://bakery.example" }).click();
    await page
      .getByRole("dialog", { name: "Remove https://bakery.example?" })
      .getByRole("button", { name: "Remove", exact: true })
      .click();
    await card.getByText("https://bakery.example", { exact: true }).waitFor({ state: "detached" });
    await card.getByRole("switch", { name: "Allow localhost" }).click();
    await card.locator("[role=switch][aria-checked=false][aria-busy=false]").waitFor();
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example"], local: false });
  });

  it("stay as others have left them meanwhile, but for the one that is added or removed", async ({ expect }) => {
    // Attack: someone whose domain was removed waits for an owner with an older page to change another one, and it is back.
    const { page, project, owner } = await openDomains(gatehouse);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const entries = async (...names: string[]) => {
      for (const name of names)
        await card
          .getByRole("listitem")
          .filter({ hasText: `https://${name}` })
          .waitFor();
    };
    const current = async () => {
      const found = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      if (!found) throw new Error("The project is gone.");
      return found;
    };
    const trust = async (...names: string[]) =>
      (await current()).update({
        config: { domains: names.map((name) => ({ domain: `https://${name}`, handlerPath: "/handler" })) },
      });
    const stored = async () => (await current()).config.domains.map(({ domain }) => domain);
    await trust("evil.example", "a.example");
    await page.reload();
    await entries("evil.example", "a.example");

    await trust("a.example", "b.example");
    await card.getByLabel("New domain").fill("https://c.example");
    await card.getByRole("button", { name: "Add domain" }).click();
    await entries("a.example", "b.example", "c.example");
    expect(await stored()).toEqual(["https://a.example", "https://b.example", "https://c.example"]);

    await trust("a.example", "d.example");
    await card.getByRole("button", { name: "Remove https://a.example" }).click();
    await page
      .getByRole("dialog", { name: "Remove https://a.example?" })
      .getByRole("button", { name: "Remove", exact: true })
      .click();
    await entries("d.example");
    expect(await stored()).toEqual(["https://d.example"]);
  });
});
