import type { Page } from "playwright-core";
import type { startProject } from "../../kit/testing/project-under-test";

type Suite = Pick<ReturnType<typeof startProject>, "gatehouse" | "project">;

/** The tag of a website's page, with further attributes. */
export function embedTag({ gatehouse, project }: Suite, attributes = "", src = "/embed.js"): string {
  return `<script type="module" src="${gatehouse.webUrl}${src}" data-project-id="${project.options.projectId}"
    data-publishable-client-key="${project.keys.publishableClientKey}" ${attributes}></script>`;
}

/** A page of a website. */
export function embedPage(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Website</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
    ${head}</head><body><main><h1>Website</h1>${body}</main></body></html>`;
}

const names = ["ready", "sign-in", "sign-up", "sign-out", "user-change", "team-change", "error"].map(
  (name) => `gatehouse-${name}`,
);

/** Records the events of the elements, from the next navigation on. */
export async function recordEvents(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { gatehouseEvents: seen });
    for (const name of names) {
      document.addEventListener(name, (event) => {
        const { target, detail } = event as CustomEvent;
        seen.push([name, target instanceof Element ? target.localName : "document", detail]);
      });
    }
  }, names);
}

/** Returns what has been recorded on the page: the name, the element, and the detail of each. */
export function eventsOf(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { gatehouseEvents: unknown[] }).gatehouseEvents);
}

// Elements of the tag, and what tests find in them.

export const signInForm = "<gatehouse-sign-in></gatehouse-sign-in>";
export const userButton = "<gatehouse-user-button></gatehouse-user-button>";
export const heading = (page: Page, name = "Sign in") => page.getByRole("heading", { name, exact: true });
export const accountMenu = (page: Page) => page.getByRole("button", { name: "Account menu" });
