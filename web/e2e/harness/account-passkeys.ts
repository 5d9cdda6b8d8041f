import type { Browser, Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { adminRequest } from "./site-project";
import { virtualAuthenticators } from "./virtual-authenticators";
import { visitSignedIn } from "./visit-signed-in";

export const card = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });
export const add = (page: Page) => card(page).getByRole("button", { name: "Add a passkey" });

/** Passkeys in account settings. */
export function accountPasskeys({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /** The sign-in methods of a new user whose address is verified, and the authenticators of the browser. */
  async function signInMethods(tolerated?: RegExp) {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: true });
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", tolerated);
    await card(page).waitFor();
    return { user, page, authenticators: await virtualAuthenticators(page) };
  }

  return { signInMethods };
}
