import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { referencePage } from "./harness/reference";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { openReference, foreign } = referencePage({ browser, gatehouse });

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
});
