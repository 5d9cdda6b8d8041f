import type { Locator, Page } from "playwright-core";

// Tests find these on the pages of the handler.

export function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function dialog(page: Page): Locator {
  return page.getByRole("dialog");
}

/** A part of the account settings. */
export function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}
