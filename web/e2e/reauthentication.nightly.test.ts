import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { addEmail, emails, inQuestion, question, reauthentication } from "./harness/second-step";
import { adminRequest } from "./harness/site-project";
import { authenticatorApp, plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { settingsOf } = reauthentication({ browser, gatehouse });

/** A secret of an authenticator app, as it is typed and as the API takes it. */
const totp = { typed: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" };

describe("a change of how one signs in, long after the sign-in", () => {
  it("asks for an emailed code, with the authenticator app where there is one", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { totp_secret_base64: totp.base64 });
    const page = await settingsOf(user);
    await addEmail(page, "second@example.com");
    await inQuestion(page, "Get a code by email").click();
    await inQuestion(page, "Send the code").click();
    const email = await gatehouse.mailbox.waitFor({ to: user.primaryEmail ?? "", subject: /^Confirm your identity/ });
    const typed = /^\s*([0-9A-Z]{6})\s*$/m.exec(email.text)?.[1] ?? "";
    const [code, value] = [
      question(page).getByLabel("Code from the email"),
      question(page).getByLabel("Code from your authenticator app"),
    ];
    await code.and(page.locator(":focus")).waitFor();
    await code.fill(typed.toLowerCase());
    await value.fill("12");
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("Enter the six digits that the app shows.").waitFor();
    await value.fill(authenticatorApp(totp.typed).shows(1_000));
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("This code is not right. Wait for the next one, and try again.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await value.fill(authenticatorApp(totp.typed).shows());
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
  });

  it("asks for a passkey, and says when none was used", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: true });
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 403/);
    await plugIn(await virtualAuthenticators(page));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const passkeys = page.getByRole("list", { name: "Your passkeys" });
    await passkeys.waitFor();
    changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);

    await passkeys.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("My laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await inQuestion(page, "Use a passkey").click();
    await page.evaluate(() => {
      const { get } = navigator.credentials;
      navigator.credentials.get = async () => {
        navigator.credentials.get = get;
        throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
      };
    });
    await inQuestion(page, "Use a passkey").click();
    await question(page).getByText("No passkey was used. Try again, or choose another way.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await inQuestion(page, "Use a passkey").click();
    await passkeys.getByText("My laptop", { exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
