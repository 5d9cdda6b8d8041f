import { describe, it } from "vitest";
import { translation } from "../ui/translation/translate";
import { accessibilityProblems } from "./harness/accessibility";
import { mockedAccount, openMocked, PSEUDO_LANGUAGE } from "./harness/kit-website";
import { button, dialog } from "./harness/locators";
import { cutTexts, longestTexts, PHONE } from "./harness/longest-texts";
import { accountStates, type PageState, publicStates, reach } from "./harness/page-states";
import { focusProblems, longAnimations, NARROW, sizeProblems, unnamedErrors } from "./harness/wcag";

/*
 * These are the states that a page shows by itself, or after one step, on the mock app, without a server. What needs an email, a
 * second factor, another browser or a server that fails is checked where its story is told. Codes and links of emails, MFA and
 * command lines are in `handler-codes` and `handler-email-links`. Teams and invitations are in `team-pages`. Linked accounts,
 * passkeys, sessions, recovery codes and re-authentication are in `account-*`, `passkey`, `recovery-codes` and
 * `reauthentication`. OAuth is in `oauth`. The same states on the site, and of hosted pages, are in `page-states.nightly`.
 * Components by themselves are in `component-states`.
 */

const isMocked = ({ only }: PageState) => only !== "server";
const visitors = publicStates
  .filter(isMocked)
  .map((state) => ({ ...state, mock: { mockProject: { displayName: "Corner Shop", config: state.config } } }));
const users = accountStates.filter(isMocked).map((state) => ({
  ...state,
  mock: { ...mockedAccount, mockUser: { ...mockedAccount.mockUser, ...state.user } },
}));

async function showState(
  { page, show }: Awaited<ReturnType<typeof openMocked>>,
  state: (typeof visitors | typeof users)[number],
): Promise<void> {
  // What was typed on one page is filled into the next.
  await page.evaluate(() => sessionStorage.clear());
  await show("page", { mock: state.mock, address: `/handler/${state.path}` });
  await reach(page, state);
}

describe.for([
  ["a visitor", visitors],
  ["a user", users],
] as const)("the states of pages for %s", ([, states]) => {
  it("fit, are accessible, have large targets, reflow, and show the focus on each stop", async ({ expect }) => {
    const website = await openMocked();
    const measured = new Set<string>();
    for (const state of states) {
      await showState(website, state);
      const problems = await accessibilityProblems(website.page);
      // Further states of a page have the same parts.
      if (!measured.has(state.path)) {
        problems.push(...(await sizeProblems(website.page, [NARROW])), ...(await focusProblems(website.page)));
      }
      measured.add(state.path);
      expect([state.path, state.state, problems]).toEqual([state.path, state.state, []]);
    }
  });

  it("are not cut at the width of a phone by the longest of all translations of each text", async ({ expect }) => {
    const t = translation(PSEUDO_LANGUAGE, await longestTexts());
    const { page, show } = await openMocked();
    await page.setViewportSize(PHONE);
    // The others have texts of errors, which wrap as all texts of forms do.
    for (const { path, state, opens, mock } of states.filter(({ act }) => act === undefined)) {
      await show("page", { mock, address: `/handler/${path}`, lang: PSEUDO_LANGUAGE });
      await page.locator("h1").first().waitFor();
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      if (opens) {
        await button(page, t(opens)).click();
        await dialog(page).waitFor();
      }
      expect([path, state, await cutTexts(page)]).toEqual([path, state, []]);
    }
  });
});

it("links that cannot be used say so in the title of the page (WCAG 2.4.2)", async ({ expect }) => {
  const website = await openMocked();
  const ofLinks = visitors.filter(({ path, state }) => state === "without a code" && path !== "error");
  expect(ofLinks).toHaveLength(5);
  for (const state of ofLinks) {
    await showState(website, state);
    await expect.poll(() => website.page.title()).toBe(`${state.shows} · Corner Shop`);
  }
});

it("forms name their errors at their fields, of which the first has the focus (WCAG 3.3.1)", async ({ expect }) => {
  const website = await openMocked();
  const { page } = website;
  const withErrors = visitors.filter(({ state }) => state.startsWith("with what is "));
  expect(withErrors.map(({ path }) => path)).toEqual(["sign-in", "sign-up", "forgot-password"]);
  for (const state of withErrors) {
    await showState(website, state);
    expect([state.path, await unnamedErrors(page)]).toEqual([state.path, []]);
    await expect.poll(() => page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
  }
});

it("dialogs do not move for who prefers that, hold the focus, and return it when Escape closes them", async ({
  expect,
}) => {
  const website = await openMocked();
  const { page } = website;
  for (const state of users.filter(({ opens }) => opens)) {
    await showState(website, state);
    expect([state.state, await longAnimations(page)]).toEqual([state.state, 0]);
    for (const key of ["Shift+Tab", "Tab", "Tab"]) {
      await page.keyboard.press(key);
      const isOutside = await page.evaluate(
        () =>
          document.activeElement !== document.body && document.activeElement?.closest("dialog, [role=dialog]") === null,
      );
      expect([state.state, key, isOutside]).toEqual([state.state, key, false]);
    }
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page
      .locator("button:focus")
      .filter({ hasText: state.opens ?? "" })
      .waitFor();
  }
});
