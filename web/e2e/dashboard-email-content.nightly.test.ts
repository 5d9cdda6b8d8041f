import { createServer } from "node:http";
import { afterAll, describe, it } from "vitest";
import { respondAsModel } from "../../scripts/testing/model-server";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { editor, editorLoaded, email, magicLink, open, refusals, template, write } from "./harness/email-content";
import { listen } from "./harness/listen";
import { button, dialog } from "./harness/locators";

const gatehouse = await startGatehouse({ site: true });
afterAll(() => gatehouse.stop());

const defaultLight = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

describe("a template", () => {
  it("is changed with a live preview, errors at their line, and values for its variables", async ({ expect }) => {
    const { page, app } = await open(gatehouse, "emails/templates", { tolerated: refusals });
    await page
      .getByRole("list", { name: "Templates", exact: true })
      .getByRole("link", { name: "Magic Link/OTP" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Magic Link/OTP" }).waitFor();
    await email(page).getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
    await page.getByText("Sign in to Bakery: Your code is 3SLSWZ").waitFor();
    await page.getByLabel("otp", { exact: true }).fill("QWERTY");
    await page.getByText("Sign in to Bakery: Your code is QWERTY").waitFor();

    await write(page, template("{missing.name}"));
    await page.getByRole("alert").getByText("missing is not defined").waitFor();
    await button(page, "Line 8").click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("{missing.name}");
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);

    await write(page, template("Hello {variables.name}, {variables.count} times"));
    await email(page).getByText("Hello Grace, 5 times").waitFor();
    await page.getByLabel("name", { exact: true }).fill("Ada");
    await page.getByLabel("count", { exact: true }).fill("7");
    await email(page).getByText("Hello Ada, 7 times").waitFor();
    await button(page, "Write into the source").click();
    await page.locator(".cm-content").getByText('"Ada"').waitFor();
    await page.getByLabel("Theme", { exact: true }).selectOption("No theme");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.").waitFor();
    const stored = (await app.listEmailTemplates()).find(({ id }) => id === magicLink);
    expect(stored).toMatchObject({ themeId: false });
    expect(stored?.tsxSource).toContain('{ name: "Ada", count: 7 }');
    await page.reload();
    await email(page).getByText("Hello Ada, 7 times").waitFor();
    await expect.poll(() => page.getByLabel("Theme", { exact: true }).inputValue()).toBe("none");
  });

  it("asks before a change is lost, and is renamed, reset, created and deleted", async ({ expect }) => {
    const { page, app } = await open(gatehouse, `emails/templates/${magicLink}`);
    await write(page, template("Mine"));
    await email(page).getByText("Mine").waitFor();
    await page.getByRole("link", { name: "Templates", exact: true }).first().click();
    await dialog(page).getByRole("button", { name: "Stay" }).click();
    await button(page, "Save changes").click();
    await page.getByText("Saved.").waitFor();
    await button(page, "Rename").click();
    await dialog(page).getByLabel("Name").fill("Sign in by email");
    await dialog(page).getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in by email" }).waitFor();
    const stored = async () => (await app.listEmailTemplates()).find(({ id }) => id === magicLink);
    expect(await stored()).toMatchObject({ displayName: "Sign in by email", tsxSource: template("Mine") });
    await button(page, "Reset").click();
    await dialog(page).getByRole("button", { name: "Reset template" }).click();
    await page.getByRole("heading", { level: 1, name: "Magic Link/OTP" }).waitFor();
    await email(page).getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
    // Renamed without a source of its own, it keeps the one that every project has.
    await button(page, "Rename").click();
    await dialog(page).getByLabel("Name").fill("Sign in");
    await dialog(page).getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in", exact: true }).waitFor();
    expect((await stored())?.tsxSource).toContain("variables.magicLink");

    await page.getByRole("link", { name: "Templates", exact: true }).first().click();
    await button(page, "New template").click();
    await dialog(page).getByRole("button", { name: "Create template" }).click();
    await dialog(page).getByText("Enter a name.").waitFor();
    await dialog(page).getByLabel("Name").fill("password reset");
    await dialog(page).getByRole("button", { name: "Create template" }).click();
    await dialog(page).getByText("There is a template with this name already. Choose another.").waitFor();
    await dialog(page).getByLabel("Name").fill("Welcome");
    await dialog(page).getByRole("button", { name: "Create template" }).click();
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    await email(page).getByText("The count is 10.").waitFor();
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete template" }).click();
    await page.getByText("The template is deleted.").waitFor();
    await page.getByRole("list", { name: "Templates", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Welcome" }).count()).toBe(0);
    expect((await app.listEmailTemplates()).length).toBe(5);
  });

  it("cannot be changed for the shared mail server, which the page says, as it says what else is refused", async () => {
    const { page } = await open(gatehouse, `emails/templates/${magicLink}`, { isShared: true, tolerated: refusals });
    await page.getByText("This project sends by the shared mail server", { exact: false }).waitFor();
    await write(page, template("Mine"));
    await email(page).getByText("Mine").waitFor();
    await button(page, "Save changes").click();
    await page.getByRole("alert").filter({ hasText: "email server" }).waitFor();
    await page.goto(page.url().replace(magicLink, crypto.randomUUID()));
    await page.getByText("Template not found").waitFor();
  });

  it("is accessible in both themes and on a phone, and left by Escape and Tab", async ({ expect }) => {
    const { page, project } = await open(gatehouse, `emails/templates/${magicLink}?width=phone`);
    await email(page).getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
    await editorLoaded(page);
    expect(await page.locator("iframe").evaluate((frame) => frame.clientWidth)).toBe(375);
    expect(await accessibilityProblems(page)).toEqual([]);
    await editor(page).focus();
    await page.keyboard.press("Tab");
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(false);
    for (const list of ["templates", "themes", "drafts?create=true"]) {
      // What was typed into the editor is given up.
      page.once("dialog", (question) => void question.accept());
      await page.goto(`/projects/${project.id}/emails/${list}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});

describe("a notification", () => {
  it("covers nothing that saves, also on a phone, and stays while the pointer is on it", async ({ expect }) => {
    // The clock is a script, which the preview of the email refuses.
    const { page } = await open(gatehouse, `emails/templates/${magicLink}`, { tolerated: /Blocked script execution/ });
    await editorLoaded(page);
    await page.clock.install();
    const save = button(page, "Save changes");
    const saved = page.getByText("Saved.", { exact: true });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 720 });
      await write(page, template(`At ${width}`));
      await save.click();
      await saved.waitFor();
      // At once: it closes by itself after six seconds.
      await saved.hover();
      const isOnTop = await save.evaluate((element) => {
        element.scrollIntoView({ block: "end" });
        const { x, y, width: across, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + across / 2, y + height / 2));
      });
      expect(isOnTop).toBe(true);
      await page.clock.runFor(1_000);
      await page.clock.fastForward(20_000);
      await expect.poll(() => saved.isVisible()).toBe(true);
      await page.mouse.move(0, 0);
      await page.clock.runFor(1_000);
      await page.clock.fastForward(7_000);
      await saved.waitFor({ state: "detached" });
    }
  });
});

describe("a theme", () => {
  it("is created, changed around a sample email, made active and deleted", async ({ expect }) => {
    const { page, app, project } = await open(gatehouse, "emails/themes", { tolerated: refusals });
    await button(page, "Make active: Default Dark").click();
    await page.getByText("Default Dark is the active theme.").waitFor();
    await button(page, "New theme").click();
    await dialog(page).getByLabel("Name").fill("Crust");
    await dialog(page).getByRole("button", { name: "Create theme" }).click();
    await page.getByRole("heading", { level: 1, name: "Crust" }).waitFor();
    await email(page).getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
    const theme = (text: string) =>
      `export function EmailTheme({ children }) {\n  return <main>${text}{children}</main>;\n}`;
    await write(page, theme("{missing}"));
    await button(page, "Line 2").waitFor();
    await write(page, "export const EmailTheme = () => <main>Crumbs</main>;");
    await email(page).getByText("Crumbs").waitFor();
    await button(page, "Save changes").click();
    await page.getByRole("alert").getByText("The theme does not show its {children}", { exact: false }).waitFor();
    await write(page, theme("Crusty"));
    await email(page).getByText("Crusty").waitFor();
    await page.getByLabel("Email in the preview").selectOption("Password Reset");
    await email(page).getByRole("heading", { name: "Reset your password" }).waitFor();
    await button(page, "Save changes").click();
    await page.getByText("Saved.").waitFor();
    await button(page, "Make active").click();
    await page.getByText("Crust is the active theme.").waitFor();
    const own = (await app.listEmailThemes()).find(({ displayName }) => displayName === "Crust");
    expect((await project.getConfig()) as object).toMatchObject({ emails: { selectedThemeId: own?.id } });
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete theme" }).click();
    await page.getByText("The theme is deleted.").waitFor();
    await page.getByRole("list", { name: "Themes", exact: true }).waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "Default Light" })
      .getByText("Active", { exact: true })
      .waitFor();
    expect((await project.getConfig()) as object).toMatchObject({ emails: { selectedThemeId: defaultLight } });
  });
});

describe("a draft", () => {
  it("is created, written, renamed and deleted, also on a phone", async ({ expect }) => {
    const { page, app } = await open(gatehouse, "emails/drafts");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("No drafts yet").waitFor();
    await button(page, "New draft").click();
    await dialog(page).getByLabel("Name").fill("News of May");
    await dialog(page).getByRole("button", { name: "Create draft" }).click();
    await page.getByRole("heading", { level: 1, name: "News of May" }).waitFor();
    await email(page).getByText("Write your email here.").waitFor();
    await write(page, template("Bread is back"));
    await page.getByLabel("Theme", { exact: true }).selectOption("Default Dark");
    await button(page, "Save changes").click();
    await page.getByText("Saved.").waitFor();
    await button(page, "Rename").click();
    await dialog(page).getByLabel("Name").fill("News of June");
    await dialog(page).getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "News of June" }).waitFor();
    const [draft] = await app.listEmailDrafts();
    expect(draft).toMatchObject({ displayName: "News of June", tsxSource: template("Bread is back") });
    expect(draft?.themeId).toMatch(/^a0172b5d/);
    const send = page.getByRole("main").getByRole("link", { name: "Send", exact: true });
    await expect.poll(() => send.getAttribute("href")).toContain(`/emails/send?draft=${draft?.id}`);
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete draft" }).click();
    await page.getByText("No drafts yet").waitFor();
    await page.waitForURL((url) => url.pathname.endsWith("/emails/drafts") && url.search === "");
    expect(await app.listEmailDrafts()).toEqual([]);
  });
});

describe("the assistant", () => {
  it("proposes a source, which goes into the editor and out of it again, and keeps the conversation", async ({
    expect,
  }) => {
    const model = createServer((request, response) => void respondAsModel(request, request.url ?? "/", response));
    const AI_API_URL = `${await listen(model)}/v1`;
    const { page } = await open(gatehouse, `emails/themes/${defaultLight}`, { tolerated: refusals });
    // Before anything is asked: no response that the page reads says whether there is one.
    await page.getByText("It needs a model, which the operator of the instance configures", { exact: false }).waitFor();
    await page.getByLabel("What to change").fill("Make it blue");
    await button(page, "Ask the assistant").click();
    await page.getByText("This instance has no assistant.", { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel("What to change").inputValue()).toBe("Make it blue");

    await gatehouse.restart({ AI_API_URL, AI_API_KEY: "key", AI_MODEL: "tool" });
    await button(page, "Ask the assistant").click();
    await page.getByText("I made it blue. 👋").waitFor();
    await button(page, "Put into the editor").click();
    await email(page).getByText("blue", { exact: true }).waitFor();
    await button(page, "Undo").click();
    await email(page).getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
    await page.reload();
    // It is read once it is in sight.
    await page.getByLabel("What to change").scrollIntoViewIfNeeded();
    const conversation = page.getByRole("list", { name: "Conversation" });
    await conversation.getByText("Make it blue").waitFor();
    await conversation.getByText("I made it blue. 👋").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is stopped while it writes", async ({ expect }) => {
    const model = createServer((request, response) => void respondAsModel(request, request.url ?? "/", response));
    await gatehouse.restart({ AI_API_URL: `${await listen(model)}/v1`, AI_API_KEY: "key", AI_MODEL: "hangs" });
    const { page } = await open(gatehouse, `emails/themes/${defaultLight}`);
    await page.getByLabel("What to change").fill("Make it blue");
    await button(page, "Ask the assistant").click();
    await button(page, "Stop").click();
    await button(page, "Ask the assistant").waitFor();
    await expect.poll(() => page.getByLabel("What to change").inputValue()).toBe("Make it blue");
  });
});
