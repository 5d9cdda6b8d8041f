import { beforeAll, describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, sharedBrowser } from "./harness/browser";
import { codePages, sendEmail } from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { emailTo } = codePages({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { magic_link_enabled: true });
});

describe("signing in loses nothing on the way", () => {
  it("asks for the code again after a reload, and leads to another way with the address filled in", async ({
    expect,
  }) => {
    // With the browser's own clock, which knows that the page was loaded again.
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    const email = newAddress();
    await sendEmail(page, email);
    await page.getByLabel("Code from the email").waitFor();
    await emailTo(email);
    await page.reload();
    await page.getByLabel("Code from the email").waitFor();
    await page.getByText(email).waitFor();

    await page.getByRole("button", { name: "Sign in another way" }).click();
    const address = page.getByLabel("Email", { exact: true });
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await address.inputValue()).toBe(email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Forgot your password?").waitFor();
    expect(await address.inputValue()).toBe(email);
    await page.goBack();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => address.inputValue()).toBe(email);
  });
});
