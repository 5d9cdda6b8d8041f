import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newProject, signUp } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import {
  emailedLink,
  heading,
  hostedPage,
  hostedProject,
  overrideProject,
  refused,
  signUpOnHostedPages,
} from "./harness/hosted-pages";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { project, visit } = await hostedProject({ browser, gatehouse });

describe("an address of a hosted page", () => {
  it.for([["login"], ["signIn"], ["register"]])(
    "%s keeps the project through its alias",
    async ([alias], { expect }) => {
      const page = await visit(alias ?? "");
      await page.waitForURL(/\/handler\/sign-(in|up)\?/);
      await expect.poll(() => new URL(page.url()).searchParams.get("project_id")).toBe(project.projectId);
    },
  );

  it("without a connection to the API says so, and tries again on a click", async () => {
    const page = await openPage(browser, gatehouse.webUrl, /Failed to load resource|ERR_FAILED/);
    await page.route("**/api/v1/hosted-pages/**", (route) => route.abort());
    await page.goto(hostedPage(gatehouse, project, "sign-in"));
    await heading(page, "This page could not be loaded").waitFor();
    await page.unroute("**/api/v1/hosted-pages/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Sign in").waitFor();
  });

  it("offers no way home for a project without a website, and leads to the one that it names", async ({ expect }) => {
    const page = await visit("error");
    await heading(page, "Something went wrong").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Go home" }).count()).toBe(0);
    const own = await newProject(gatehouse);
    await overrideProject(gatehouse, own, { "appearance.homeUrl": `${gatehouse.mailbox.pageUrl}/?home` });
    const other = await visit("error", {}, own);
    await other.getByRole("button", { name: "Go home" }).click();
    await other.waitForURL(`${gatehouse.mailbox.pageUrl}/?home`);
  });

  it("offers a way to the only website that the project trusts, and sends nobody there by itself", async ({
    expect,
  }) => {
    const own = await newProject(gatehouse);
    await overrideProject(gatehouse, own, {
      "domains.trustedDomains.shop": { baseUrl: "https://shop.example", handlerPath: "/handler" },
    });
    const page = await visit("sign-up", {}, own);
    await page.route("https://shop.example/**", (route) => route.fulfill({ body: "The shop" }));
    await signUpOnHostedPages(page);
    await heading(page, "Account settings").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to" }).click();
    await page.waitForURL("https://shop.example/");
  });
});

describe("emails of a project without pages of its own lead to its hosted pages", () => {
  it("verification and reset", async ({ expect }) => {
    const page = await visit("sign-up");
    const email = await signUpOnHostedPages(page);
    await heading(page, "Account settings").waitFor();
    const link = await emailedLink(gatehouse, email);
    expect(link).toContain(`${gatehouse.webUrl}/handler/email-verification?`);
    await page.goto(link);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await heading(page, "Your email is verified").waitFor();

    const other = await visit("forgot-password");
    await other.getByLabel("Email", { exact: true }).fill(email);
    await other.getByRole("button", { name: "Send reset link" }).click();
    await heading(other, "Check your inbox").waitFor();
    await other.goto(await emailedLink(gatehouse, email));
    await other.getByLabel("New password", { exact: true }).fill("another fine password");
    await other.getByRole("button", { name: "Change password" }).click();
    await heading(other, "Your password is changed").waitFor();
    await expect.poll(() => new URL(other.url()).searchParams.get("project_id")).toBe(project.projectId);
    await other.getByRole("button", { name: "Continue" }).click();
    await heading(other, "Account settings").waitFor();
  });

  it("magic link", async ({ expect }) => {
    const email = newAddress("linked");
    const page = await visit("sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByText(email).first().waitFor();
    const other = await openPage(browser, gatehouse.webUrl, refused);
    await other.goto(await emailedLink(gatehouse, email));
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(other, "Account settings").waitFor();
    await expect.poll(() => new URL(other.url()).searchParams.get("project_id")).toBe(project.projectId);
  });

  it("invitation to a team, through the sign-up page", async ({ expect }) => {
    const inviting = project.clientApp();
    await signUp(inviting, newAddress("captain"));
    const captain = await inviting.getUser({ or: "throw" });
    const team = await project.serverApp().createTeam({ displayName: "Bakers", creatorUserId: captain.id });
    const email = newAddress("baker");
    await team.inviteUser({ email, callbackUrl: hostedPage(gatehouse, project, "team-invitation") });
    const page = await openPage(browser, gatehouse.webUrl, refused);
    await page.goto(await emailedLink(gatehouse, email));
    await heading(page, "You are invited to a team").waitFor();
    await page.getByRole("button", { name: "Create an account" }).click();
    await heading(page, "Create your account").waitFor();
    await page.getByRole("tab", { name: "Email & password" }).click();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: "Join" }).click();
    await heading(page, "Account settings").waitFor();
    await page.getByRole("heading", { level: 2, name: "Bakers" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("project_id")).toBe(project.projectId);
  });
});
