import { describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { emailLinks, fillReset } from "./harness/handler-pages";
import { heading } from "./harness/locators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { visit, newUser, openResetLink } = emailLinks({ browser, gatehouse });
const unknownCode = "0".repeat(45);

describe("the page for forgotten passwords", () => {
  it("shows what is wrong with an address before it sends a request", async ({ expect }) => {
    const page = await visit("/handler/forgot-password");
    await heading(page, "Forgot your password?").waitFor();
    const send = page.getByRole("button", { name: "Send reset link" });
    await send.click();
    await page.getByText("Enter your email address.").waitFor();
    await page.getByLabel("Email").fill("not-an-address");
    await send.click();
    await page.getByText("Enter a valid email address, such as name@example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows a signed-in user that they are signed in, with a button to sign out", async ({ expect }) => {
    const { email } = await newUser();
    const page = await visit("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await heading(page, "Projects").waitFor();
    await page.goto("/handler/forgot-password");
    await heading(page, "You are already signed in").waitFor();
    await page.getByText(`Signed in as ${email}.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });
});

describe("the link of a reset email", () => {
  it("409 VERIFICATION_CODE_ALREADY_USED: rejects a form whose code was used in another tab", async () => {
    const { email } = await newUser();
    const page = await visit("/");
    await openResetLink(page, email);
    await heading(page, "Choose a new password").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await fillReset(other, "the first password");
    await heading(other, "Your password is changed").waitFor();
    await fillReset(page, "the second password");
    await heading(page, "This reset link was already used").waitFor();
  });

  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired, with a button for a new one", async () => {
    const { email } = await newUser();
    const page = await visit("/");
    await openResetLink(page, email);
    await heading(page, "Choose a new password").waitFor();
    changeStoredData(gatehouse, "UPDATE verification_codes SET expires_at = ?", Date.now() - 1);
    await page.reload();
    await heading(page, "This reset link has expired").waitFor();
    await page.getByRole("button", { name: "Send a new link" }).click();
    await heading(page, "Forgot your password?").waitFor();
  });

  it.for(["", `?code=${unknownCode}`, `?code=${unknownCode.slice(1)}`])(
    "404 VERIFICATION_CODE_NOT_FOUND or no code: password-reset%s is not valid",
    async (query) => {
      const page = await visit(`/handler/password-reset${query}`);
      await heading(page, "This reset link is not valid").waitFor();
    },
  );
});

describe("the link of a verification email", () => {
  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired", async () => {
    const { verificationLink } = await newUser();
    changeStoredData(gatehouse, "UPDATE verification_codes SET expires_at = ?", Date.now() - 1);
    const page = await visit(verificationLink);
    await heading(page, "This verification link has expired").waitFor();
  });

  it.for(["", `?code=${unknownCode.slice(1)}`])("email-verification%s is not valid", async (query) => {
    const page = await visit(`/handler/email-verification${query}`);
    await heading(page, "This verification link is not valid").waitFor();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: an unknown code is not valid", async () => {
    const page = await visit("/");
    await page.goto(`/handler/email-verification?code=${unknownCode}`);
    await heading(page, "This verification link is not valid").waitFor();
  });
});
