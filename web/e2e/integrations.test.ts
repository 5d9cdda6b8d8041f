import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { heading, partnerOf, signIn } from "./harness/partner";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { callbackUrl, serveCallback, authorizeUrl, request, provisioned } = partnerOf(gatehouse);

describe("the page on which a project is taken over", () => {
  it("names the project, the partner and the account, and makes a team of the owner's its owner", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const second = await owner.createTeam({ displayName: "Second team" });
    const { id, path } = await provisioned("Warehouse");
    const page = await visitSignedIn(browser, gatehouse, owner, path);
    await heading(page, "Take over a project").waitFor();
    const facts = page.getByRole("list", { name: "Project" });
    await expect
      .poll(() => facts.getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringMatching(/^Project\s+Warehouse$/), expect.stringMatching(/^From\s+Acme Cloud$/)]);
    await page.getByText(owner.primaryEmail ?? "", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const teams = page.getByRole("combobox", { name: "Team that will own it" });
    // The team of a new owner is named by their whole address, which is longer than the field.
    const { height = 0 } = (await teams.boundingBox()) ?? {};
    expect(height).toBeLessThan(48);
    await teams.selectOption({ label: "Second team" });
    await page.getByRole("button", { name: "Take over the project" }).click();
    await page.waitForURL(`**/projects/${id}/overview`);
    const [project] = await owner.listOwnedProjects();
    expect([project?.id, project?.ownerTeamId]).toEqual([id, second.id]);
  });
});

describe("the page on which a partner gets a key", () => {
  it("says before the sign-in who asks for what, comes back to it, sends the browser back with an error when the owner cancels, and with a code for the project that the owner chose", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const { url, verifier } = await authorizeUrl();
    const page = await openPage(browser, gatehouse.webUrl);
    await serveCallback(page);
    await page.goto(url);
    await heading(page, "Connect a project").waitFor();
    const facts = page.getByRole("list", { name: "Request" });
    await expect
      .poll(() => facts.getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^From\s+Acme Cloud$/),
        expect.stringMatching(new RegExp(`^Goes to\\s+${new URL(callbackUrl).host}$`)),
      ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await signIn(page, owner.primaryEmail ?? "");
    await heading(page, "You have no project yet").waitFor();
    await page.getByText(owner.primaryEmail ?? "", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${callbackUrl}?**`);
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ error: "access_denied", state: "s1" });

    const teamId = owner.selectedTeam?.id ?? "";
    const project = await owner.createProject({ displayName: "Acme", teamId });
    await owner.createProject({ displayName: "Other", teamId });
    await page.goto(url);
    await page.getByRole("combobox", { name: "Project" }).selectOption({ label: "Acme" });
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${callbackUrl}?code=**`);
    const { code = "", state } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(state).toBe("s1");
    const body = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: callbackUrl };
    const granted = await request("oauth/token", body);
    expect(granted).toMatchObject({ token_type: "api_key", project_id: project.id });
  });
});
