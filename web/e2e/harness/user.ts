import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { card } from "./locators";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export const password = "correct horse battery staple 7";

/** A project with a user in a team, its owner, and a page of the owner's at the user. */
export async function openUser(
  gatehouse: Gatehouse,
  {
    part = "",
    email = "ada@example.com",
    methods = { credentialEnabled: true, magicLinkEnabled: true },
  }: { part?: string; email?: string; methods?: { credentialEnabled: boolean; magicLinkEnabled: boolean } } = {},
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bookshop",
    teamId: owner.selectedTeam?.id ?? "",
    config: {
      ...methods,
      allowUserApiKeys: true,
      oauthProviders: [{ id: "google", type: "shared" }],
    },
  });
  const { app, id } = project;
  await project.updateConfig({ "payments.items.credits": { displayName: "Credits", customerType: "user" } } as never);
  const created = await app.createUser({
    displayName: "Ada Lovelace",
    primaryEmail: email,
    primaryEmailAuthEnabled: true,
    password: methods.credentialEnabled ? password : undefined,
  });
  const team = await app.createTeam({ displayName: "Engines" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${id}/users/${created.id}${part}`);
  await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor();
  const user = async () => {
    const found = await app.getUser(created.id);
    if (!found) throw new Error("The user is gone.");
    return found;
  };
  return { app, page, team, user, userId: created.id };
}

export async function openPart(page: Page, name: string, heading = name) {
  await page.getByRole("navigation", { name: "Parts of the user" }).getByRole("link", { name, exact: true }).click();
  await card(page, heading).waitFor();
}
