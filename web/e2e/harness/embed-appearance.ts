import type { Page } from "playwright-core";
import type { startProject } from "../../kit/testing/project-under-test";
import type { embedWebsites } from "./embed-website";
import { overrideProject } from "./hosted-pages";

type Suite = Pick<ReturnType<typeof startProject>, "gatehouse" | "project">;

/** The project's logos are here. */
export const logos = "https://images.bakery.example";

/** Gives the project a look of its own. */
export async function setLook({ gatehouse, project: { options, keys } }: Suite): Promise<void> {
  await overrideProject(
    gatehouse,
    { projectId: options.projectId, keys },
    {
      "appearance.accentColor": "#ffdd00",
      "appearance.radius": "none",
      "appearance.font": "mono",
      "appearance.logoUrl": `${logos}/light.svg`,
      "appearance.logoDarkUrl": `${logos}/dark.svg`,
      "appearance.termsUrl": "https://bakery.example/terms",
      "appearance.supportUrl": "mailto:help@bakery.example",
      "appearance.texts.t1": { original: "Forgot password?", text: "No idea what it was?" },
    },
  );
}

export const heading = (page: Page) => page.getByRole("heading", { name: "Sign in", exact: true });
export const button = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

/** Serves the logos. */
export async function withLogos(page: Page): Promise<Page> {
  await page.route(`${logos}/**`, (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>',
    }),
  );
  return page;
}

export function styleOf(page: Page) {
  return button(page).evaluate((element) => {
    const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(element);
    return { backgroundColor, borderRadius, fontFamily };
  });
}

/** Websites that show the logos of a project. */
export function embedLook({ suite, website }: { suite: Suite; website: ReturnType<typeof embedWebsites>["website"] }) {
  async function open(...options: Parameters<typeof website>): Promise<Page> {
    const page = await withLogos(await website(...options));
    await page.goto("/");
    return page;
  }

  const theProject = () => `${suite.gatehouse.apiUrl}/api/v1/projects/current`;

  return { open, theProject };
}
