import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { clients } from "../../worker/testing/integration-clients";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { heading, signIn, startWithPartner } from "./harness/partner";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const { gatehouse, callbackUrl, request, provisioned } = await startWithPartner();

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
  async function authorizeUrl(): Promise<{ url: string; verifier: string }> {
    const verifier = "v".repeat(43);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const url = new URL(`${gatehouse.apiUrl}/api/v1/integrations/custom/oauth/authorize`);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: clients.acme.id,
      redirect_uri: callbackUrl,
      state: "s1",
      code_challenge: Buffer.from(digest).toString("base64url"),
      code_challenge_method: "S256",
    }).toString();
    return { url: url.href, verifier };
  }

  it("sends the browser back with a code for the project that the owner chose", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const [team] = await owner.listTeams();
    const project = await owner.createProject({ displayName: "Acme", teamId: team?.id ?? "" });
    await owner.createProject({ displayName: "Other", teamId: team?.id ?? "" });
    const { url, verifier } = await authorizeUrl();
    const page = await visitSignedIn(browser, gatehouse, owner, url);
    await heading(page, "Connect a project").waitFor();
    await page.getByText(new URL(callbackUrl).host).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Project" }).selectOption({ label: "Acme" });
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${callbackUrl}?**`);
    const { code = "", state } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(state).toBe("s1");
    const body = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: callbackUrl };
    const granted = await request("oauth/token", body);
    expect(granted).toMatchObject({ token_type: "api_key", project_id: project.id });
  });

  it("says before the sign-in who asks for what, comes back to it, and sends the browser back with an error when the owner cancels", async ({
    expect,
  }) => {
    const { primaryEmail } = await newOwner(gatehouse);
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto((await authorizeUrl()).url);
    await heading(page, "Connect a project").waitFor();
    const facts = page.getByRole("list", { name: "Request" });
    await expect
      .poll(() => facts.getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^From\s+Acme Cloud$/),
        expect.stringMatching(new RegExp(`^Goes to\\s+${new URL(callbackUrl).host}$`)),
      ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await signIn(page, primaryEmail ?? "");
    await heading(page, "You have no project yet").waitFor();
    await page.getByText(primaryEmail ?? "", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${callbackUrl}?**`);
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ error: "access_denied", state: "s1" });
  });
});
