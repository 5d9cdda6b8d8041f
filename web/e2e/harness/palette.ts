import type { Page } from "playwright-core";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

export const field = (page: Page) => palette(page).getByRole("combobox");
