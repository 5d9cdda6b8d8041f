import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwnedProject, newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { accountStates, type PageState, publicStates, reach } from "./harness/page-states";
import { configureSite } from "./harness/site-project";

// The states that `page-states` checks on the mock app, and those that need a server, as the site shows them.

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** Browsers print refused requests. */
const refused = /Failed to load resource/;

/** The settings of the site's project for a state, in wire names. */
const settingsOf = ({ config = {} }: PageState) => ({
  credential_enabled: config.credentialEnabled ?? true,
  magic_link_enabled: config.magicLinkEnabled ?? false,
  passkey_enabled: config.passkeyEnabled ?? false,
  sign_up_enabled: config.signUpEnabled ?? true,
  client_user_deletion_enabled: true,
  oauth_providers: (config.oauthProviders ?? []).map(({ id }) => ({ id, type: "shared" })),
});

async function problemsOf(page: Page, state: PageState): Promise<string[]> {
  await configureSite(gatehouse, settingsOf(state));
  await page.goto(`/handler/${state.path}`);
  await reach(page, state);
  return accessibilityProblems(page);
}

describe("a page at the widths of a desktop and a phone, in light and dark", () => {
  for (const state of publicStates.filter(({ only }) => only !== "mock")) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openPage(browser, gatehouse.webUrl, refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});

describe("a page of a signed-in user", () => {
  for (const state of accountStates.filter(({ only }) => only !== "mock")) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse), refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});

/** With a project in their query, as hosted pages have it. */
const hostedStates: Pick<PageState, "path" | "state" | "shows">[] = [
  { path: "sign-in", state: "of a project", shows: "New to Bakery?" },
  { path: "sign-up", state: "of a project", shows: "Already have an account?" },
  { path: "forgot-password", state: "of a project", shows: "Forgot your password?" },
  { path: "magic-link-callback", state: "without a code", shows: "This sign-in link is not valid" },
  { path: "error", state: "of a project", shows: "Something went wrong" },
  { path: "authorize", state: "without a request", shows: "This sign-in link is not complete" },
];

describe("a hosted page", () => {
  it("of each kind fits, and is accessible, under the look of its project", async ({ expect }) => {
    const { project } = await newOwnedProject(gatehouse, "Bakery");
    const page = await openPage(browser, gatehouse.webUrl);
    for (const { path, state, shows } of hostedStates) {
      await page.goto(`/handler/${path}?project_id=${project.id}`);
      await page.getByText(shows).first().waitFor();
      expect([path, state, await accessibilityProblems(page)]).toEqual([path, state, []]);
    }
  });
});
