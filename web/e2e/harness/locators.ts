import type { Locator, Page } from "playwright-core";

export function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function dialog(page: Page, name?: string | RegExp): Locator {
  return page.getByRole("dialog", { name });
}

/** A part of a page that has a heading of its own. */
export function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}
