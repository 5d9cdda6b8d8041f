import type { Browser, Page } from "playwright-core";
import { beforeAll } from "vitest";
import type { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { changeStoredData } from "../../../scripts/testing/stored-data";
import { configureSite } from "./site-project";
import { visitSignedIn } from "./visit-signed-in";

export const question = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
export const inQuestion = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });
export const emails = (page: Page) => page.getByRole("list", { name: "Your emails" });

/** Returns what the tests of the question who a user is do on the site. */
export function reauthentication({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  beforeAll(async () => {
    await configureSite(gatehouse, { passkey_enabled: true });
  });

  /** The sign-in methods of a user who has shown long ago who they are. */
  async function settingsOf(user: Awaited<ReturnType<typeof newOwner>>): Promise<Page> {
    // Refusals are printed.
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 40[0-4]/);
    await emails(page).waitFor();
    changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);
    return page;
  }

  return { settingsOf };
}

/** Begins a change of how the user signs in. */
export async function addEmail(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Add an email" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add email" }).click();
  await question(page).waitFor();
}
