import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { newProject } from "./harness/dashboard-sections";
import { dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

/** Returns how far the part of a dialog that scrolls is from its top, by an element in it. */
const scrolledBy = (element: Element) => element.closest(".overflow-y-auto")?.scrollTop;

/** Tells whether the middle of an element can be seen: it is neither scrolled out of sight nor covered. */
const isInSight = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === element;
};

describe("the API keys of a project", () => {
  it("are created with an expiry, shown once, and revoked, each as code as well", async ({ expect }) => {
    const { project, open } = await newProject(gatehouse);
    const page = await open("api-keys");
    await page.getByText("No keys yet").waitFor();
    await page.getByText("GATEHOUSE_SECRET_SERVER_KEY=ssk_your", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Create keys" }).click();
    const form = dialog(page, "Create keys");
    await form.getByRole("button", { name: "Create keys" }).click();
    await form.getByText("Say where these keys are used.").waitFor();
    await form.getByLabel("Description").fill("Nightly export");
    await form.getByLabel("Expires after").selectOption("30");
    await form.getByRole("checkbox", { name: /^Super secret admin key/ }).check();
    await form.getByRole("checkbox", { name: /^Publishable client key/ }).uncheck();
    await form.getByRole("button", { name: "Create keys" }).click();
    const shown = dialog(page, "Your new keys");
    await expect.poll(() => shown.locator(":focus").textContent()).toBe("Close");
    // The keys come first, above the button that has the focus.
    expect(await shown.getByRole("heading", { name: "Your new keys" }).evaluate(scrolledBy)).toBe(0);
    const secret = await shown.getByText(/^ssk_/).first().textContent();
    await shown.getByRole("button", { name: "Close" }).last().click();
    await shown.getByText("Tick the box below first", { exact: false }).waitFor();
    await expect.poll(() => shown.getByRole("checkbox").evaluate(isInSight)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shown.getByRole("checkbox").check();
    await shown.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("table", { name: "API keys" }).getByText("Nightly export").waitFor();
    await page.getByRole("main").locator(":focus").waitFor();
    await page.getByText("Keys are shown in full once", { exact: false }).waitFor();
    const [keys] = await project.app.listInternalApiKeys();
    expect(keys).toMatchObject({ description: "Nightly export", publishableClientKey: null });
    expect(secret?.endsWith(keys?.secretServerKey?.lastFour ?? "none")).toBe(true);
    const days = ((keys?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);

    const revoke = page.getByRole("button", { name: "Revoke Nightly export" });
    await revoke.click();
    await dialog(page, /^Revoke/).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page, /^Revoke/).waitFor({ state: "detached" });
    await revoke.and(page.locator(":focus")).waitFor();
    await revoke.click();
    await dialog(page, /^Revoke/)
      .getByRole("button", { name: "Revoke keys" })
      .click();
    await page.getByText("The keys have been revoked.").waitFor();
    expect((await project.app.listInternalApiKeys())[0]?.isValid()).toBe(false);
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText(".revoke();", { exact: false }).waitFor();
  });
});
