import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { openPage } from "./harness/open-page";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** The page with every address that it requests, whatever became of the request. */
async function openReference(anchor = ""): Promise<{ page: Page; requested: string[] }> {
  const page = await openPage(browser, gatehouse.apiUrl);
  const requested: string[] = [];
  page.on("request", (request) => void requested.push(request.url()));
  await page.goto(`/api/v1/docs${anchor}`);
  await page.getByRole("heading", { name: "Gatehouse API" }).waitFor();
  return { page, requested };
}

const foreign = (requested: string[]) =>
  requested.filter((address) => new URL(address).protocol.startsWith("http") && !address.startsWith(gatehouse.apiUrl));

describe("the API reference", () => {
  it("loads from the API's own origin alone, and links to the site", async ({ expect }) => {
    // Attack: a script or a font of a third party reads the keys that owners type into the page.
    const { page, requested } = await openReference("#tag/users/GET/users");
    await page.getByRole("heading", { name: "List users in the order of sign-up, or search them" }).waitFor();
    await networkIdle(page);
    expect(requested.length).toBeGreaterThan(3);
    expect(foreign(requested)).toEqual([]);
    const link = page.getByRole("link", { name: "Gatehouse", exact: true });
    await expect.poll(() => link.getAttribute("href")).toBe(gatehouse.webUrl);
  });

  it.for(["", "#tag/users/GET/users"])(
    "has no accessibility problem in both themes, on a desktop and on a phone, at %o",
    async (anchor, { expect }) => {
      const { page } = await openReference(anchor);
      await networkIdle(page);
      expect(await accessibilityProblems(page)).toEqual([]);
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
