import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openAppearance } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("pages and appearance in the dashboard", () => {
  it("previews what is not saved yet, says at the field what cannot be, and saves it for the hosted pages", async ({
    expect,
  }) => {
    const { page, card, project } = await openAppearance(gatehouse, /Failed to load resource/);
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

    const website = card.getByLabel("Website");
    await card.getByLabel("Accent colour", { exact: true }).fill("red");
    await website.fill("javascript:alert(1)");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Write the colour as # and six digits, such as #1f5f4f.").waitFor();
    await card.getByText("Start the address with https://, such as https://example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    await website.fill("https://name:password@bakery.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("It must not have a user name or password.").waitFor();
    await expect.poll(() => website.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => website.getAttribute("aria-invalid")).toBe("true");

    await website.fill("https://bakery.example");
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
});
