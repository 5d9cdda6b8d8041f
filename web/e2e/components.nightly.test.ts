import { describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { accountMenu, item, recovered, renderedPages } from "./harness/components";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { visit, newMember } = renderedPages({ suite, browser });

describe("the scheme of a component", () => {
  it.for([
    ["nothing", "", "light"],
    ["color-scheme: dark", "<style>:root { color-scheme: dark }</style>", "dark"],
    ["a class", "<script>document.documentElement.className = 'dark'</script>", "dark"],
    ["an attribute", "<script>document.documentElement.dataset.theme = 'dark'</script>", "dark"],
    ["a dark --background as parts of hsl()", "<style>:root { --background: 222 84% 5% }</style>", "dark"],
    ["a light --background", "<style>:root { --background: oklch(0.98 0 0) }</style>", "light"],
  ] as const)("is that of a page with %s", async ([, head, scheme], { expect }) => {
    const page = await visit({ page: "signIn", head });
    const heading = page.getByRole("heading", { name: "Sign in" });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your email address.").waitFor();
    const isDark = await heading.evaluate((element) => {
      const [lightness = 0] =
        getComputedStyle(element)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return lightness > 128;
    });
    expect(isDark).toBe(scheme === "dark");
    expect(await recovered(page)).toEqual([]);
  });
});

describe("the menu of a user", () => {
  it("is accessible, open and closed, at both widths and in both themes", async ({ expect }) => {
    const { refreshToken } = await newMember();
    const scheme = "<style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText }</style>";
    const page = await visit({ page: "user", refreshToken, head: scheme });
    expect(await accessibilityProblems(page)).toEqual([]);
    await accountMenu(page).click();
    await item(page, "Sign out").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("offers sign-in without a user", async ({ expect }) => {
    const page = await visit({ page: "user" });
    await accountMenu(page).click();
    await item(page, "Create an account").waitFor();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Sign in", "Create an account"]);
    await expect.poll(() => page.getByText("Not signed in").count()).toBe(1);
  });
});
