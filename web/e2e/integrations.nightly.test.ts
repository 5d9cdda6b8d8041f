import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { heading, refused, signIn, startWithPartner } from "./harness/partner";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const { gatehouse, provisioned } = await startWithPartner();

describe("the page on which a project is taken over", () => {
  it("makes a new team where that is chosen, and shows at the link afterwards that it is used", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const { id, path } = await provisioned("Bakery");
    const page = await visitSignedIn(browser, gatehouse, owner, path, refused);
    await page.getByRole("combobox", { name: "Team that will own it" }).selectOption({ label: "A new team" });
    await page.getByRole("button", { name: "Take over the project" }).click();
    await page.waitForURL(`**/projects/${id}/overview`);
    expect((await owner.listTeams()).map(({ displayName }) => displayName)).toContain("Bakery Team");
    await page.goto(path);
    await heading(page, "This project was taken over already").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("says what is waiting before the sign-in, and again after it", async ({ expect }) => {
    const { path } = await provisioned("Bookshop");
    const { primaryEmail } = await newOwner(gatehouse);
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(path);
    const isWaiting = async () => {
      await heading(page, "Take over a project").waitFor();
      const facts = page.getByRole("list", { name: "Project" });
      await expect
        .poll(() => facts.getByRole("listitem").allInnerTexts())
        .toEqual([expect.stringMatching(/^Project\s+Bookshop$/), expect.stringMatching(/^From\s+Acme Cloud$/)]);
    };
    await isWaiting();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create an account" }).waitFor();
    await signIn(page, primaryEmail ?? "");
    await page.getByRole("button", { name: "Take over the project" }).waitFor();
    await isWaiting();
  });
});
