import type { Page } from "playwright-core";

// Elements of the tag, and what tests find in them.

export const signInForm = "<gatehouse-sign-in></gatehouse-sign-in>";
export const userButton = "<gatehouse-user-button></gatehouse-user-button>";
export const heading = (page: Page, name = "Sign in") => page.getByRole("heading", { name, exact: true });
export const accountMenu = (page: Page) => page.getByRole("button", { name: "Account menu" });
