import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { signIn } from "./harness/account-settings";
import { sharedBrowser } from "./harness/browser";
import { button, dialog } from "./harness/locators";
import { openPage } from "./harness/open-page";
import { otherSession } from "./harness/other-session";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const rows = (page: Page) => page.getByRole("list", { name: "Your active sessions" }).getByRole("listitem");

describe("active sessions", () => {
  // Evidence: listed-device-can-signed-out-then
  it("are listed by device, and can be signed out: one, then all others", async ({ expect }) => {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const areActive = [await otherSession(gatehouse, email), await otherSession(gatehouse, email)];
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/account-settings#sessions");
    await signIn(page, email);
    // One of the others is from the sign-up.
    await rows(page).nth(3).waitFor();
    await rows(page)
      .first()
      .getByText(/^Chrome on (Linux|macOS)/)
      .waitFor();
    await rows(page).first().getByText("This browser").waitFor();
    await expect.poll(() => rows(page).first().getByRole("button").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    // The newest is the first of the others.
    await rows(page).nth(1).getByRole("button").click();
    await dialog(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByText("It is signed out.").waitFor();
    expect(await Promise.all(areActive.map((isActive) => isActive()))).toEqual([true, false]);
    await button(page, "Sign out all others").click();
    await dialog(page).getByRole("button", { name: "Sign out all others" }).click();
    await page.getByText("You are signed out everywhere else.").waitFor();
    expect(await areActive[0]?.()).toBe(false);
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});
