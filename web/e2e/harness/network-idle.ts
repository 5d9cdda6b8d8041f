import type { Page, Request } from "playwright-core";

/** Sets how long no request may have been open, in milliseconds: as long as in Playwright's own state of that name. */
const quietMillis = 500;

const openRequests = new WeakMap<Page, Set<Request>>();

/** Keeps which requests of a page are open. Has to be called before its first one. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/**
 * Resolves when no request of the page has been open for half a second. Playwright's own "networkidle" never comes where a
 * request ends before the document is parsed (microsoft/playwright#42598).
 */
export async function networkIdle(page: Page): Promise<void> {
  const open = openRequests.get(page);
  if (!open) throw new Error("The requests of this page are not watched");
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (open.size === 0) timer = setTimeout(resolve, quietMillis);
  };
  const events = ["request", "requestfinished", "requestfailed"] as const;
  for (const event of events) page.on(event as "request", restart);
  restart();
  await promise;
  for (const event of events) page.off(event as "request", restart);
}
