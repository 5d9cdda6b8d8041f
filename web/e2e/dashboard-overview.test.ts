import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { card, openOverview } from "./harness/overview";

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
