import { beforeAll, describe, it, onTestFinished } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accountPasskeys, add, card } from "./harness/account-passkeys";
import { sharedBrowser } from "./harness/browser";
import { adminRequest, configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { signInMethods } = accountPasskeys({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { passkey_enabled: true });
});

describe("the passkeys in account settings", () => {
  it("say nothing when the browser's dialog is cancelled, and why when registering fails", async ({ expect }) => {
    const { page } = await signInMethods(/status of 400/);
    // No authenticator is plugged in, and the page gives up as browsers do.
    await page.evaluate(() => {
      navigator.credentials.create = async () => {
        throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
      };
    });
    await add(page).click();
    await add(page).click({ trial: true });
    await expect.poll(() => card(page).getByRole("alert").count()).toBe(0);

    await configureSite(gatehouse, { passkey_enabled: false });
    onTestFinished(() => configureSite(gatehouse, { passkey_enabled: true }));
    await add(page).click();
    await card(page).getByRole("alert").waitFor();
    await page.reload();
    await page.getByRole("region", { name: "Two-step verification" }).waitFor();
    await expect.poll(() => card(page).count()).toBe(0);
  });

  it("need a verified address", async ({ expect }) => {
    const { page, user } = await signInMethods();
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: false });
    await page.reload();
    await card(page).getByText("To sign in with passkeys, you need a verified sign-in email.").waitFor();
    await expect.poll(() => add(page).count()).toBe(0);
  });
});
