import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { heading, partnerOf, refused, signIn } from "./harness/partner";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { authorizeUrl, provisioned } = partnerOf(gatehouse);

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

  it("says so when another person takes the project over meanwhile", async ({ expect }) => {
    const [first, second] = [await newOwner(gatehouse), await newOwner(gatehouse)];
    const { id, path } = await provisioned("Florist");
    const pages = await Promise.all(
      [first, second].map((each) => visitSignedIn(browser, gatehouse, each, path, refused)),
    );
    const [early, late] = pages as [Page, Page];
    await heading(late, "Take over a project").waitFor();
    await early.getByRole("button", { name: "Take over the project" }).click();
    await early.waitForURL(`**/projects/${id}/overview`);
    await late.getByRole("button", { name: "Take over the project" }).click();
    await heading(late, "This project was taken over already").waitFor();
    expect(await second.listOwnedProjects()).toEqual([]);
  });

  it("says what is wrong with links that are not whole or unknown, also to those who are not signed in", async () => {
    const { path } = await provisioned("Library");
    const owner = await newOwner(gatehouse);
    const unknown = path.replace(/code=.*/, `code=${"0".repeat(45)}`);
    for (const wrong of [path.slice(0, -1), unknown, path.replace("custom", "nemo")]) {
      const page = await visitSignedIn(browser, gatehouse, owner, wrong, refused);
      await heading(page, "This link is not valid").waitFor();
    }
    const signedOut = await openPage(browser, gatehouse.webUrl, refused);
    await signedOut.goto(unknown);
    await heading(signedOut, "This link is not valid").waitFor();
  });
});

describe("the page on which a partner gets a key", () => {
  it("is accessible to who has no project yet, and to who chooses one", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const { url } = await authorizeUrl();
    const page = await visitSignedIn(browser, gatehouse, owner, url);
    await heading(page, "You have no project yet").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    await page.reload();
    await page.getByRole("button", { name: "Allow" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
