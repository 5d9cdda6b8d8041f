import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { referencePage } from "./harness/reference";
import { sizeProblems } from "./harness/wcag";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { openReference, foreign } = referencePage({ browser, gatehouse });

describe("the API reference", () => {
  it.for(["", "#tag/users/GET/users"])(
    "has no accessibility problem in both themes, on a desktop and on a phone, at %o",
    async (anchor, { expect }) => {
      const { page } = await openReference(anchor);
      await networkIdle(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sizeProblems(page)).toEqual([]);
    },
  );

  it("finds an endpoint by its words", async ({ expect }) => {
    const { page } = await openReference();
    await page.getByRole("button", { name: "Search" }).first().click();
    await page
      .getByPlaceholder(/search/i)
      .last()
      .fill("recovery codes");
    await page.getByRole("option", { name: /Count the recovery codes/ }).click();
    await expect.poll(() => page.url()).toContain("recovery-codes");
  });

  it("sends a request to this very server", async ({ expect }) => {
    const { page, requested } = await openReference("#tag/about-the-api/POST/check-version");
    await page.getByRole("button", { name: /Test Request.*check-version/i }).click();
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === "POST"),
      page.getByRole("button", { name: /^Send/ }).first().click(),
    ]);
    expect([response.url(), response.status(), await response.json()]).toEqual([
      `${gatehouse.apiUrl}/api/v1/check-version`,
      200,
      { upToDate: true },
    ]);
    expect(foreign(requested)).toEqual([]);
  });
});
