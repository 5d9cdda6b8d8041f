import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { button, heading } from "./harness/locators";
import { addEmail, emails, inQuestion, question, reauthentication, secondSteps } from "./harness/second-step";
import { authenticatorApp } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { enrolledUser, secondStep } = secondSteps({ browser, gatehouse });

describe("the second step of a sign-in", () => {
  it("takes a recovery code, however it is typed, and each once", async ({ expect }) => {
    const { email, codes } = await enrolledUser();
    const first = await secondStep(email);
    await expect
      .poll(() => first.evaluate(() => document.activeElement?.getAttribute("autocomplete")))
      .toBe("one-time-code");
    await button(first, "Use a recovery code").click();
    const field = first.getByLabel("Recovery code");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await button(first, "Continue").click();
    await first.getByText("Enter one of your recovery codes.").waitFor();
    expect(await accessibilityProblems(first)).toEqual([]);
    await field.fill(` ${codes[0]?.toUpperCase().replaceAll("-", " ")}`);
    await button(first, "Continue").click();
    await heading(first, "Projects").waitFor();

    const second = await secondStep(email);
    await button(second, "Use a recovery code").click();
    await second.getByLabel("Recovery code").fill(codes[0] ?? "");
    await button(second, "Continue").click();
    await second.getByText("This code is not right, or was used before.").waitFor();
    await button(second, "Use your authenticator app").click();
    await second.getByLabel("Code", { exact: true }).waitFor();
  });
});

const { settingsOf } = reauthentication({ browser, gatehouse });

const password = (page: Page) => question(page).getByRole("textbox", { name: "Password" });

describe("a change of how one signs in, long after the sign-in", () => {
  it("asks for the password, and goes on by itself; the next one does not ask", async ({ expect }) => {
    const page = await settingsOf(await newOwner(gatehouse));
    await addEmail(page, "second@example.com");
    await expect.poll(() => password(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await password(page).fill("not my password");
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("This is not your password.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await password(page).fill(PASSWORD);
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Set up" }).click();
    const app = authenticatorApp(await page.getByRole("status", { name: "Key" }).innerText());
    await page.getByLabel(/^Then enter/).fill(app.shows());
    await page.getByText("Save your recovery codes").waitFor();
    await expect.poll(() => question(page).count()).toBe(0);
  });

  it("does not happen when the user closes the question, and can be tried again", async ({ expect }) => {
    const page = await settingsOf(await newOwner(gatehouse));
    await addEmail(page, "second@example.com");
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await page.getByText("Confirm first that it is you, then try again.").waitFor();
    await expect.poll(() => emails(page).getByText("second@example.com").count()).toBe(0);
    await page.getByRole("button", { name: "Add email" }).click();
    await password(page).fill(PASSWORD);
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
  });
});
