import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import {
  heading,
  hostedPage,
  refused,
  shownUser,
  signUpOnHostedPages,
  startHostedSession,
} from "./harness/hosted-pages";
import { hostedWebsites } from "./harness/hosted-websites";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { project, shop, blog, visit, visitAsMember, visitToo } = await hostedWebsites({ browser, gatehouse });

describe("a website with hosted pages", () => {
  it("signs a new user up there, who comes back signed in to where they were, and the address is clean", async ({
    expect,
  }) => {
    const page = await visit(shop, "/basket?item=1");
    await shownUser(page, "Signed out");
    await page.getByRole("button", { name: "Sign up" }).click();
    const email = await signUpOnHostedPages(page);
    await shownUser(page, `Signed in as ${email}`);
    await expect.poll(() => page.url()).toBe(`${shop.url}/basket?item=1`);
    // Attack: tokens in the history of the browser, in logs and in the `Referer` of what the page loads.
    const cookies = await page.context().cookies(shop.url);
    const refresh = cookies.find(({ name }) => name === `stack-refresh-${project.projectId}`)?.value ?? "none";
    const visited = await page.evaluate(() =>
      performance
        .getEntries()
        .map(({ name }) => name)
        .join("\n"),
    );
    expect(visited).not.toContain(refresh);
  });

  it("signing out on the website ends both", async ({ expect }) => {
    const { page, email } = await visitAsMember(shop);
    const other = await visitToo(page, blog, "/members");
    await shownUser(other, `Signed in as ${email}`);

    await page.getByRole("button", { name: "Sign out" }).click();
    await shownUser(page, "Signed out");
    const hosted = await page.context().newPage();
    await hosted.goto(hostedPage(gatehouse, project, "account-settings"));
    await heading(hosted, "Sign in").waitFor();
    await other.goto(`${blog.url}/`);
    await other.context().clearCookies({ name: "stack-access" });
    await other.reload();
    await shownUser(other, "Signed out");
    await expect.poll(() => new URL(hosted.url()).searchParams.get("project_id")).toBe(project.projectId);
  });

  it("400: a code that cannot be redeemed leads to a page that starts over, and back to the website", async ({
    expect,
  }) => {
    const page = await visit(shop, "/basket");
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Sign in").waitFor();
    const context = page.context();
    const verifier = (await context.cookies(shop.url)).find(({ name }) => name.startsWith("stack-oauth-outer-"));
    if (!verifier) throw new Error("The website has kept no verifier.");
    // Attack: a code without the verifier that belongs to it.
    await context.addCookies([{ name: verifier.name, value: "a".repeat(43), url: shop.url }]);
    const email = await startHostedSession(page, gatehouse, project);
    await page.reload();
    await heading(page, "This sign-in is no longer valid").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in again" }).click();
    await shownUser(page, `Signed in as ${email}`);
    await expect.poll(() => page.url()).toBe(`${shop.url}/basket`);
  });
});

// Evidence: link-hosted-sign-out-page-signs
it("a link to the hosted sign-out page signs out on a click only", async () => {
  // Attack: logout by others. A link, or a redirect, of any website ends the sessions on all websites of the project.
  const { page, email } = await visitAsMember(shop);
  for (const address of ["sign-out", "signOut"]) {
    await page.goto(hostedPage(gatehouse, project, address));
    await heading(page, "Sign out this browser?").waitFor();
    await page.getByText(email).waitFor();
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await heading(page, "Account settings").waitFor();
  await page.goto(hostedPage(gatehouse, project, "sign-in", { after_auth_return_to: hostedPath("sign-out") }));
  await heading(page, "Sign out this browser?").waitFor();
  await page.goto(`${blog.url}/members`);
  await shownUser(page, `Signed in as ${email}`);
});

function hostedPath(page: string): string {
  const { pathname, search } = new URL(hostedPage(gatehouse, project, page));
  return pathname + search;
}

describe("without the kit", () => {
  it("a website may ask for a code by the address alone; a user who is signed in goes back at once", async ({
    expect,
  }) => {
    const page = await openPage(browser, gatehouse.webUrl, refused);
    const request = new URLSearchParams({
      project_id: project.projectId,
      redirect_uri: `${shop.url}/by-hand?x=1`,
      state: "s1",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    await startHostedSession(page, gatehouse, project);
    await page.goto(`/handler/authorize?${request}`);
    await page.waitForURL(`${shop.url}/by-hand?**`);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      x: "1",
      state: "s1",
      iss: `${gatehouse.apiUrl}/api/v1/projects/${project.projectId}`,
    });
  });
});
