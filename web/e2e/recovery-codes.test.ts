import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { button, heading } from "./harness/locators";
import { secondSteps } from "./harness/second-step";

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
