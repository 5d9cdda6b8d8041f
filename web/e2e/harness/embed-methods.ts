import type { Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { startProject } from "../../kit/testing/project-under-test";
import { eventsOf } from "./embed-page";

/** A project with every way to sign in, for the tests of a file. */
export function startWithEveryMethod() {
  return startProject({
    clientTeamCreationEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: [{ id: "google", type: "shared" }],
  });
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
export const signedIn = (page: Page, email: string) => page.getByText(`Signed in as ${email}.`);

/** The names of the events on the page that it shows now. */
export async function eventNames(page: Page): Promise<string[]> {
  return (await eventsOf(page)).map((event) => (event as [string])[0]);
}

/** The path, query and hash of the page. */
export function place(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

export async function fillPassword(page: Page, email: string): Promise<void> {
  await page.getByRole("tab", { name: "Email & password", exact: true }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The next event of a name, with its element; the page must not be left meanwhile. */
export function nextEvent(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (name) =>
      new Promise((resolve) =>
        document.addEventListener(
          name,
          ({ target, detail }: CustomEventInit & { target?: EventTarget | null }) =>
            resolve({ target: (target as Element).localName, detail }),
          { once: true },
        ),
      ),
    name,
  );
}

/** The link in the newest email to an address. */
export async function emailedLink({ mailbox }: Pick<Gatehouse, "mailbox">, email: string): Promise<string> {
  const { text } = await mailbox.waitFor({ to: email });
  const link = /https?:\/\/[^\s<>"]*[?&]code=[^\s<>"]+/.exec(text)?.[0];
  if (!link) throw new Error(`The email has no link:\n${text}`);
  return link;
}
