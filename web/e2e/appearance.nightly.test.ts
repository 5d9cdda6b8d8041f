import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import { openAppearance } from "./harness/dashboard-sections";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("pages and appearance in the dashboard", () => {
  it("asks before another page loses what is not saved", async () => {
    const { page, card } = await openAppearance(gatehouse);
    await card.getByLabel("Website").fill("https://bakery.example");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/users");
  });

  it("replaces a text of the pages, found by its English words, and restores it", async ({ expect }) => {
    const { page, card, signIn } = await openAppearance(gatehouse);
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
    const { page, signIn } = await openAppearance(gatehouse, /Failed to load resource/);
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
