import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { buildServerRenderedSite, type ServerRenderedSite } from "./harness/server-rendered-site";

const suite = startProject();
const browser = await sharedBrowser();
let site: ServerRenderedSite;

/** Each component alone, on a page of a website. */
const pages = `
import * as kit from ".";
const page = (content) => ({ options }) => (
  <kit.GatehouseProvider app={new kit.GatehouseClientApp(options)}>{content}</kit.GatehouseProvider>
);
const mockTeams = [{ id: "m", displayName: "Makers" }, { id: "s", displayName: "Sailors of the seven seas and of all lakes" }];
const mockUser = { displayName: "Zoe", primaryEmail: "zoe@example.com", selectedTeam: mockTeams[0] };
const mockProject = {
  displayName: "Corner Shop",
  config: { clientTeamCreationEnabled: true, oauthProviders: ["google", "github", "x", "linkedin"].map((id) => ({ id })) },
};
const pages = {
  CredentialSignIn: page(<kit.CredentialSignIn />),
  CredentialSignUp: page(<kit.CredentialSignUp />),
  MagicLinkSignIn: page(<kit.MagicLinkSignIn />),
  OAuthButton: page(<kit.OAuthButton provider="google" type="sign-in" isMock />),
  OAuthButtonGroup: page(<kit.OAuthButtonGroup type="sign-up" mockProject={mockProject} />),
  UserButton: page(<kit.UserButton showUserInfo colorModeToggle={() => {}} mockUser={mockUser} />),
  UserAvatar: page(<><kit.UserAvatar user={mockUser} size={64} border /><kit.UserAvatar /></>),
  TeamSwitcher: page(<kit.TeamSwitcher {...{ mockUser, mockTeams, mockProject }} teamId="m" allowNull />),
  SelectedTeamSwitcher: page(<kit.SelectedTeamSwitcher {...{ mockUser, mockTeams, mockProject }} />),
  MessageCard: page(
    <kit.MessageCard title="Title" primaryButtonText="Yes" primaryAction={() => {}} secondaryButtonText="No" secondaryAction={() => {}}>
      Text
    </kit.MessageCard>,
  ),
  fullPage: ({ options }) => (
    <kit.GatehouseProvider app={new kit.GatehouseClientApp(options)}><kit.SignIn fullPage /></kit.GatehouseProvider>
  ),
};
`;

beforeAll(async () => {
  site = await buildServerRenderedSite(pages);
});
afterAll(() => site.remove());

async function visit(page: string, head = ""): Promise<Page> {
  const options = { ...suite.project.options, tokenStore: "cookie" };
  const opened = await openPage(browser, await site.serve({ page, options }, () => ({}), head));
  await opened.goto("/");
  return opened;
}

type State = [component: string, shows: (page: Page) => Promise<unknown>, opens?: string, item?: string];
const button = (name: string) => (page: Page) => page.getByRole("button", { name }).first().waitFor();
const scheme = "<style>:root { color-scheme: light dark; background: Canvas; color: CanvasText }</style>";

describe("a component alone, at the widths of a desktop and a phone, in light and dark", () => {
  it.for<State>([
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
  ])("%s: fits, and is accessible, closed and open", async ([component, shows, opens, item], { expect }) => {
    const page = await visit(component, scheme);
    await shows(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    if (!opens || !item) return;
    await page.getByRole("button", { name: opens }).click();
    await page.getByRole("menuitem", { name: item }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("fullPage", () => {
  it("fills the window, also in an element of less width, and makes nothing scroll", async ({ expect }) => {
    const narrow =
      "<style>h1:not(#root *) { display: none } body { margin: 0; background: red } #root { width: 600px; max-width: 100%; margin: 0 auto; text-align: center; border-inline: 1px solid }</style>";
    const page = await visit("fullPage", narrow);
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
