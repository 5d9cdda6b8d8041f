import { generateTOTP } from "@oslojs/otp";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { CALLBACK_URL, newAddress } from "../../scripts/testing/accounts";
import { signUp } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { heading } from "./harness/embed-page";
import {
  emailedLink,
  embedWebsites,
  eventNames,
  fillPassword,
  nextEvent,
  place,
  signedIn,
  startWithEveryMethod,
} from "./harness/embed-website";

const suite = startWithEveryMethod();
const browser = await sharedBrowser();

const { open, openSignedIn } = embedWebsites(suite, () => browser);

/** A user with a second factor, and the codes of their authenticator app. */
async function withSecondFactor() {
  const { email, user } = await signUp(suite.project.clientApp());
  const secret = crypto.getRandomValues(new Uint8Array(20));
  await user.update({ totpMultiFactorSecret: secret });
  return { email, totp: () => generateTOTP(secret, 30, 6) };
}

/** The same, of a user who signs in by links. */
async function memberWithSecondFactor() {
  const [app, email] = [suite.project.clientApp(), newAddress("careful")];
  const sent = await app.sendMagicLinkEmail(email, { callbackUrl: CALLBACK_URL });
  if (sent.status === "error") throw sent.error;
  const code = new URL(await emailedLink(suite.gatehouse, email)).searchParams.get("code") ?? "";
  const result = await app.signInWithMagicLink(code, { noRedirect: true });
  if (result.status === "error") throw result.error;
  const secret = crypto.getRandomValues(new Uint8Array(20));
  await (await app.getUser({ or: "throw" })).update({ totpMultiFactorSecret: secret });
  return { email, totp: () => generateTOTP(secret, 30, 6) };
}

async function sendLink(page: Page, email: string): Promise<string> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByLabel("Code from the email").waitFor();
  return await emailedLink(suite.gatehouse, email);
}

describe("a website with the tag signs its users in", () => {
  it("with a password and a second factor, in place", async ({ expect }) => {
    const { email, totp } = await withSecondFactor();
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /status of 400/ });
    await fillPassword(page, email);
    await heading(page, "Two-step verification").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(place(page)).toBe("/");
    await page.getByLabel("Code", { exact: true }).fill(totp());
    await signedIn(page, email).waitFor();
    await expect.poll(async () => (await eventNames(page)).at(-1)).toBe("gatehouse-sign-in");
  });

  it("with the link of an email and a second factor, or not after all", async ({ expect }) => {
    const { email, totp } = await memberWithSecondFactor();
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /status of 400/ });
    const link = await sendLink(page, email);
    await page.goto(link);
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Sign in").waitFor();

    await page.goto(link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "Two-step verification").waitFor();
    await page.getByLabel("Code", { exact: true }).fill(totp());
    await signedIn(page, email).waitFor();
    expect(place(page)).toBe("/");
  });
});

describe("a website with the tag lets its users", () => {
  it("change their account, of which its other elements show the change at once", async ({ expect }) => {
    const { page } = await openSignedIn(
      "<gatehouse-user-button show-user-info></gatehouse-user-button><gatehouse-account-settings></gatehouse-account-settings>",
    );
    await page.getByLabel("Display name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await page.locator("gatehouse-user-button").getByText("Ada Lovelace").waitFor();
    expect(place(page)).toBe("/");
  });

  it("choose and leave a team", async ({ expect }) => {
    const { page, user } = await openSignedIn("<gatehouse-team-switcher allow-null></gatehouse-team-switcher>");
    const team = await user.createTeam({ displayName: "Blue" });
    await page.reload();
    const button = page.locator("gatehouse-team-switcher").getByRole("button");
    await button.click();
    const changed = nextEvent(page, "gatehouse-team-change");
    await page.getByRole("menuitem", { name: "Blue" }).click();
    await page.locator("gatehouse-team-switcher").getByRole("button", { name: "Blue" }).waitFor();
    expect(await changed).toEqual({ target: "gatehouse-team-switcher", detail: { teamId: team.id } });

    const left = nextEvent(page, "gatehouse-team-change");
    await button.click();
    await page.getByRole("menuitem", { name: "No team" }).click();
    expect(await left).toEqual({ target: "gatehouse-team-switcher", detail: { teamId: null } });
  });

  it("sign out in one tab, of which the page in another gets an event", async ({ expect }) => {
    const { page, email } = await openSignedIn("<gatehouse-sign-in></gatehouse-sign-in>");
    await signedIn(page, email).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await signedIn(other, email).waitFor();
    await page.evaluate(() => {
      document.addEventListener("gatehouse-user-change", (event) => {
        document.body.dataset.user = String((event as CustomEvent).detail.userId);
      });
    });
    await other.getByRole("button", { name: "Sign out" }).click();
    await heading(other, "Sign in").waitFor();
    await page.bringToFront();
    await page.locator('body[data-user="null"]').waitFor();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => signedIn(page, email).count()).toBe(0);
  });
});
