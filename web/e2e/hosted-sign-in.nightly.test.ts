import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser } from "./harness/browser";
import { heading, hostedPage, shownUser, signOutOnHostedPages } from "./harness/hosted-pages";
import { hostedWebsites, signUpFromSignIn } from "./harness/hosted-websites";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { project, shop, blog, visit, visitToo } = await hostedWebsites({ browser, gatehouse });

describe("a website with hosted pages", () => {
  it("signing out on the hosted pages ends both", async ({ expect }) => {
    const page = await visit(shop, "/members");
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    const other = await visitToo(page, blog, "/members");
    await shownUser(other, `Signed in as ${email}`);

    await signOutOnHostedPages(page, gatehouse, project);
    const hosted = await page.context().newPage();
    await hosted.goto(hostedPage(gatehouse, project, "account-settings"));
    await heading(hosted, "Sign in").waitFor();
    await other.goto(`${blog.url}/`);
    await other.context().clearCookies({ name: "stack-access" });
    await other.reload();
    await shownUser(other, "Signed out");
    await expect.poll(() => new URL(hosted.url()).searchParams.get("project_id")).toBe(project.projectId);
  });

  it("signs the same person in on the project's other website without asking again", async ({ expect }) => {
    const page = await visit(shop, "/members");
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    const other = await visitToo(page, blog, "/members/1");
    await shownUser(other, `Signed in as ${email}`);
    await expect.poll(() => other.url()).toBe(`${blog.url}/members/1`);
  });

  it("does not loop when the browser goes back after a return, and stays signed in", async ({ expect }) => {
    const page = await visit(shop);
    await page.getByRole("button", { name: "Sign in" }).click();
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    await page.goBack();
    await shownUser(page, `Signed in as ${email}`);
    await expect.poll(() => page.url()).toBe(`${shop.url}/`);
  });

  it("two tabs that sign in at once both come back", async () => {
    const first = await visit(shop);
    const second = await visitToo(first, shop, "/second");
    await first.getByRole("button", { name: "Sign in" }).click();
    await heading(first, "Sign in").waitFor();
    await second.getByRole("button", { name: "Sign in" }).click();
    await heading(second, "Sign in").waitFor();
    const email = await signUpFromSignIn(first);
    await shownUser(first, `Signed in as ${email}`);
    // The kit there reads the cookies of the session again, and continues as after a sign-in of its own.
    await shownUser(second, `Signed in as ${email}`);
  });
});
