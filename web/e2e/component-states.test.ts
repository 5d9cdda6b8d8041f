import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { accessibilityProblems } from "./harness/accessibility";
import { openMocked } from "./harness/kit-website";

type State = [component: string, shows: (page: Page) => Promise<unknown>, opens?: string, item?: string];
const button = (name: string) => (page: Page) => page.getByRole("button", { name }).first().waitFor();

const states: State[] = [
  ["CredentialSignIn", button("Sign in")],
  ["CredentialSignUp", button("Create account")],
  ["MagicLinkSignIn", button("Send email")],
  ["OAuthButton", button("Google")],
  ["OAuthButtonGroup", button("GitHub")],
  ["UserButton", button("Account menu"), "Account menu", "Switch theme"],
  ["UserAvatar", (page) => page.getByText("ZO").waitFor()],
  ["TeamSwitcher", button("Makers"), "Team:", "Create a team"],
  ["SelectedTeamSwitcher", button("Makers"), "Team:", "Team settings"],
  ["MessageCard", button("No")],
];

describe("a component alone, on a page of a website", () => {
  it("fits, and is accessible, closed and open", async ({ expect }) => {
    const { page, show } = await openMocked();
    for (const [component, shows, opens, item] of states) {
      await show(component);
      await shows(page);
      expect([component, await accessibilityProblems(page)]).toEqual([component, []]);
      if (!opens || !item) continue;
      await page.getByRole("button", { name: opens }).click();
      await page.getByRole("menuitem", { name: item }).waitFor();
      expect([component, await accessibilityProblems(page)]).toEqual([component, []]);
    }
  });
});

describe("fullPage", () => {
  it("fills the window, also in an element of less width, and makes nothing scroll", async ({ expect }) => {
    const { page, show } = await openMocked(
      "<style>body { background: red } #root { width: 600px; max-width: 100%; margin: 0 auto; text-align: center; border-inline: 1px solid }</style>",
    );
    await show("fullPage");
    await page.setViewportSize({ width: 1280, height: 800 });
    await button("Sign in")(page);
    // A wide one, at the outer edges: four corners, and where the element of the website ends.
    const corners = [
      [2, 2],
      [1277, 2],
      [2, 797],
      [1277, 797],
      [338, 400],
      [942, 400],
    ] as const;
    const canvas = await colourAt(page, 345, 2);
    for (const [x, y] of corners) expect([x, y, await colourAt(page, x, y)]).toEqual([x, y, canvas]);
    const scrolls = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      return { wide: scrollWidth > clientWidth, high: scrollHeight > clientHeight };
    });
    expect(scrolls).toEqual({ wide: false, high: false });
  });
});

/** The pixel that is painted there. */
async function colourAt(page: Page, x: number, y: number): Promise<string> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return String(context?.getImageData(0, 0, 1, 1).data);
  }, png.toString("base64"));
}
