import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { newProject } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

const switchOf = (page: Page, name: string) => page.getByRole("switch", { name, exact: true });

describe("the API keys of a project", () => {
  it("are not created without a description, which an accessible form asks for", async ({ expect }) => {
    const { open } = await newProject(gatehouse);
    const page = await open("api-keys?create=true");
    const form = page.getByRole("dialog", { name: "Create keys" });
    await form.getByRole("button", { name: "Create keys" }).click();
    await form.getByText("Say where these keys are used.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("are switched on for users and teams, to where a user's page without them leads", async ({ expect }) => {
    const { project, open } = await newProject(gatehouse);
    const user = await project.app.createUser({ displayName: "Ada Lovelace" });
    const page = await open(`users/${user.id}?part=keys`);
    await page.getByRole("link", { name: "Switch them on" }).click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await switchOf(page, "Users have API keys").click();
    await page.getByRole("switch", { name: "Users have API keys", exact: true, checked: true }).waitFor();
    await page.locator('[role="switch"][aria-busy="true"]').waitFor({ state: "detached" });
    await switchOf(page, "Teams have API keys").click();
    await page.getByRole("switch", { name: "Teams have API keys", exact: true, checked: true }).waitFor();
    await page.locator('[role="switch"][aria-busy="true"]').waitFor({ state: "detached" });
    const { config } = await project.app.getProject();
    expect(config).toMatchObject({ allowUserApiKeys: true, allowTeamApiKeys: true });
    await page.goBack();
    await page.getByRole("button", { name: "Create API key" }).waitFor();
  });
});
