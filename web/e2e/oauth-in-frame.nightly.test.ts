import { describe, it } from "vitest";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { serveServerRenderedSite } from "./harness/server-rendered-site";

const browser = await sharedBrowser();

describe("OAuth buttons", () => {
  it("are disabled inside the frame of another page, and say why", async ({ expect }) => {
    // The attack on the framed button is in hosted-framing.test.ts: it is the same on a website of its own.
    const url = await serveServerRenderedSite({ page: "providers", options: {} }, () => ({}));
    const page = await openPage(browser, url);
    await page.setContent(
      `<title>Frame</title><iframe title="Sign-in" src="${url}" width="600" height="400"></iframe>`,
    );
    const frame = page.frameLocator("iframe");
    const note = "For security reasons, sign-in with other accounts does not work inside another page.";
    await frame.getByText(note).waitFor();
    for (const name of ["Continue with Google", "Continue with GitHub"]) {
      const button = frame.getByRole("button", { name });
      await expect.poll(() => button.isDisabled()).toBe(true);
      expect(await button.evaluate((element) => element.ariaDescribedByElements?.[0]?.textContent)).toBe(note);
    }
  });

  it("are enabled on a page of their own", async ({ expect }) => {
    const url = await serveServerRenderedSite({ page: "providers", options: {} }, () => ({}));
    const page = await openPage(browser, url);
    await page.goto("/");
    const button = page.getByRole("button", { name: "Continue with GitHub" });
    await button.waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
