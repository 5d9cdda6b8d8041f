import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { configEditor, documentOf, openSettings, replace } from "./harness/dashboard-sections";
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
