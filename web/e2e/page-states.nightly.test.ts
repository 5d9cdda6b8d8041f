import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { accountStates, type PageState, publicStates, reach } from "./harness/page-states";
import { configureSite } from "./harness/site-project";
import { openSignedIn } from "./harness/visit-signed-in";

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
  for (const state of publicStates) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openPage(browser, gatehouse.webUrl, refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});

describe("a page of a signed-in user", () => {
  for (const state of accountStates) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse), refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});
