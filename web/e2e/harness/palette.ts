import type { Page } from "playwright-core";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

export const field = (page: Page) => palette(page).getByRole("combobox");

/** The command of this name, where Enter would run it. */
export const active = (page: Page, name?: string | RegExp) =>
  palette(page).locator("[role=option][data-focused]").filter({ hasText: name });
