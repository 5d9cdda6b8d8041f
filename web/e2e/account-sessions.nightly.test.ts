import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPages, signIn } from "./harness/account-settings";
import { sharedBrowser } from "./harness/browser";
import { button } from "./harness/locators";
import { adminRequest } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signInToSettings } = accountPages({ browser, gatehouse });

describe("active sessions", () => {
  it("say so when that of this browser was ended elsewhere, with a way to sign in again", async ({ expect }) => {
    const { page, user, email } = await signInToSettings("profile");
    const { items } = await adminRequest(gatehouse, "GET", `/auth/sessions?user_id=${user.id}`);
    for (const { id } of items) await adminRequest(gatehouse, "DELETE", `/auth/sessions/${id}`);
    await page.evaluate(() => {
      window.location.hash = "sessions";
    });
    await page.getByText("You were signed out").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Sign in again").click();
    await signIn(page, email);
    await page.getByText("This browser").waitFor();
  });
});
