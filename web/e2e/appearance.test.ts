import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

async function openAppearance(tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/appearance`, tolerated);
  const card = page.getByRole("region", { name: "Appearance", exact: true });
  await card.waitFor();
  const signIn = `${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`;
  return { page, card, project, owner, signIn };
}

describe("pages and appearance in the dashboard", () => {
  it("previews in both schemes what is not saved yet, and saves it for the hosted pages", async ({ expect }) => {
    const { page, card, project } = await openAppearance();
    // Colours change at once then.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const preview = card.getByRole("img", { name: "Preview of the sign-in page on light devices" });
    const button = preview.getByText("Sign in", { exact: true }).last();
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colour();
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    expect(await colour()).toBe("rgb(255, 221, 0)");
    expect(before).not.toBe("rgb(255, 221, 0)");
    await card.getByRole("combobox", { name: "Corners" }).selectOption({ label: "Square" });
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
    await card.getByRole("combobox", { name: "Font" }).selectOption({ label: "Monospace" });
    expect(await button.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("monospace");
    const width = async () => (await preview.boundingBox())?.width ?? 0;
    const onPhone = await width();
    await card.getByText("Desktop", { exact: true }).click();
    expect(await width()).toBeGreaterThan(onPhone * 1.5);
    await card.getByLabel("Support").fill("mailto:help@bakery.example");
    await card.getByLabel("Terms of service").fill("https://bakery.example/terms");
    await preview.getByText("Contact support").waitFor();
    await preview.getByText("terms of service").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('"appearance.accentColor": "#ffdd00"', { exact: false }).waitFor();
    await page.keyboard.press("Escape");

    const address = await page.getByText("/handler/sign-in?project_id=").textContent();
    expect(address).toBe(`${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`);
    await page.goto(address ?? "");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const shown = page.getByRole("button", { name: "Sign in", exact: true });
    await expect
      .poll(() => shown.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(255, 221, 0)");
    await page.getByRole("link", { name: "Contact support" }).waitFor();
  });

  it("says at the field what cannot be saved", async ({ expect }) => {
    const { page, card } = await openAppearance();
    await card.getByLabel("Accent colour", { exact: true }).fill("red");
    await card.getByLabel("Website").fill("javascript:alert(1)");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Write the colour as # and six digits, such as #1f5f4f.").waitFor();
    await card.getByText("Start the address with https://, such as https://example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("asks before another page loses what is not saved", async () => {
    const { page, card } = await openAppearance();
    await card.getByLabel("Website").fill("https://bakery.example");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/users");
  });

  it("says at the field what the server refuses", async ({ expect }) => {
    const { card } = await openAppearance(/Failed to load resource/);
    await card.getByLabel("Website").fill("https://name:password@bakery.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("It must not have a user name or password.").waitFor();
    const field = card.getByLabel("Website");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  });

  it("replaces a text of the pages, found by its English words, and restores it", async ({ expect }) => {
    const { page, card, signIn } = await openAppearance();
    await card.getByRole("button", { name: "Add a text" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a text" });
    const original = "New to {project}? <signUp>Create an account</signUp>";
    // The texts are loaded when the dialog opens.
    await dialog.getByRole("listitem").first().waitFor();
    expect((await dialog.getByRole("listitem").allInnerTexts()).slice(0, 2)).toEqual(["Sign in", original]);
    await dialog.getByLabel("Search texts").fill("create an account new");
    await dialog.getByText("1 text", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: original }).click();
    const field = card.getByLabel(original, { exact: true });
    await card.locator("input:focus").and(field).waitFor();

    await field.fill("First time at {projekt}?");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("The original text has no {projekt}, only {project}, <signUp>.").waitFor();
    await field.fill("First time at {project}? <signUp>Join us</signUp>");
    await card
      .getByRole("img", { name: "Preview of the sign-in page on dark devices" })
      .getByText("First time at Bakery? Join us")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    await page.goto(signIn);
    await page.getByText("First time at Bakery?").waitFor();
    await page.getByRole("link", { name: "Join us" }).waitFor();

    await page.goBack();
    await card.getByRole("button", { name: `Remove ${original}` }).click();
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    // Browsers may keep what they have read of a project for a minute.
    const visitor = await openPage(browser, gatehouse.webUrl);
    await visitor.goto(signIn);
    await visitor.getByRole("link", { name: "Create an account" }).waitFor();
  });
});

describe("hosted pages in the dashboard", () => {
  it("are switched off and on, at once", async () => {
    const { page, signIn } = await openAppearance(/Failed to load resource/);
    const card = page.getByRole("region", { name: "Hosted pages", exact: true });
    const saved = (isOn: boolean) => card.locator(`[role=switch][aria-checked=${isOn}][aria-busy=false]`).waitFor();
    await saved(true);
    await card.getByRole("switch").click();
    await saved(false);
    const visitor = await page.context().newPage();
    await visitor.goto(signIn);
    await visitor.getByRole("heading", { name: "There is no sign-in page here" }).waitFor();
    await card.getByRole("switch").click();
    await saved(true);
    await visitor.reload();
    await visitor.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
