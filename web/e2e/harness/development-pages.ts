import { Svix } from "svix";
import { dashboardPages } from "../../../scripts/testing/catalogues";
import { ownMailServer } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { signUp } from "../../kit/testing/project-under-test";
import { handlerPages } from "../../react/pages/handler-route";
import { defaultLight, newPagesProject, pages } from "./dashboard-pages";
import { openShop } from "./live-shop";
import { partnerOf } from "./partner";

export type FullProject = Awaited<ReturnType<typeof newFullProject>>;

/** Makes what the pages need: an owner with an empty and a full project, a purchase, and the links of a partner. */
export async function newFullProject(gatehouse: Gatehouse) {
  const empty = await newPagesProject(gatehouse);
  const { owner } = empty;
  const full = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const keys = await full.app.createInternalApiKey({
    description: "Everything",
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  });
  const options = { baseUrl: gatehouse.apiUrl, projectId: full.id, ...keys } as const;
  const app = new GatehouseAdminApp({ ...options, tokenStore: null });
  const { user } = await signUp(new GatehouseClientApp({ ...options, tokenStore: "memory" }));

  const project = await app.getProject();
  const emailConfig = { type: "standard", ...ownMailServer(gatehouse) } as const;
  await project.update({ config: { allowUserApiKeys: true, clientTeamCreationEnabled: true, emailConfig } });
  const offer = { displayName: "Basic", customerType: "user", prices: { once: { USD: "1.00" } }, includedItems: {} };
  await project.updateConfig({ "payments.offers.basic": { ...offer, serverOnly: false, stackable: false } });
  await app.sendEmail({ allUsers: true, subject: "News", html: "<p>Hello</p>" });
  const [send] = await app.listEmailSends();
  const svix = new Svix(await app.getSvixToken(), { serverUrl: gatehouse.apiUrl });
  const endpoint = await svix.endpoint.create(full.id, { url: "https://shop.example/webhooks", disabled: true });

  const shop = await openShop(gatehouse);
  const partner = partnerOf(gatehouse);
  const approval = await fetch((await partner.authorizeUrl()).url, { redirect: "manual" });
  return {
    ...empty,
    ownerTeamId: owner.selectedTeam?.id ?? "",
    fullId: full.id as string,
    publishableClientKey: keys.publishableClientKey ?? "",
    secretServerKey: keys.secretServerKey ?? "",
    sendId: send?.id ?? "",
    endpointId: endpoint.id,
    /** The refresh token of a user of the full project, which a browser keeps after a sign-in on its hosted pages. */
    userToken: (await user.currentSession.getTokens()).refreshToken ?? "",
    purchasePath: await shop.page("credits"),
    transferPath: (await partner.provisioned("Warehouse")).path,
    approvalPath: (approval.headers.get("location") ?? "").slice(gatehouse.webUrl.length),
  };
}

type Paths = Record<string, (project: FullProject) => string>;

/** An owner opens these pages. */
export const ownerPaths: Paths = {
  ...Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, page.path])),
  "the landing page": () => "/",
  "a project by its id": ({ projectId }) => `/projects/${projectId}`,
  "a section that is unknown": ({ projectId }) => `/projects/${projectId}/nowhere`,
  "a project that is unknown": () => "/projects/nowhere/users",
  "one send": ({ fullId, sendId }) => `/projects/${fullId}/emails/sends/${sendId}`,
  "the themes": ({ projectId }) => `/projects/${projectId}/emails/themes`,
  "the theme Default Light": ({ projectId }) => `/projects/${projectId}/emails/themes/${defaultLight}`,
  "the drafts": ({ projectId }) => `/projects/${projectId}/emails/drafts`,
  "one offer": ({ fullId }) => `/projects/${fullId}/payments/offers/basic`,
  "one webhook endpoint": ({ fullId, endpointId }) => `/projects/${fullId}/webhooks/${endpointId}`,
  "the page on which a project is taken over": ({ transferPath }) => transferPath,
  "the page on which a partner gets a key": ({ approvalPath }) => approvalPath,
  ...accountSettings(["profile", "auth", "notifications", "sessions", "billing", "settings", "team-$teamId"]),
};

/** Anyone opens these pages. */
export const publicPaths: Paths = {
  "the landing page": () => "/",
  "a page that is unknown": () => "/nowhere",
  "the page of a purchase": ({ purchasePath }) => purchasePath,
  "the page of a purchase that is unknown": () => "/purchase/unknown",
  ...Object.fromEntries(Object.keys(handlerPages).map((name) => [`the page ${name}`, () => `/handler/${name}`])),
  ...Object.fromEntries(
    [...Object.keys(handlerPages), "authorize", "home", "nowhere"].map((name) => [
      `the hosted page ${name}`,
      ({ fullId }) => `/handler/${name}?project_id=${fullId}`,
    ]),
  ),
};

/** A user of the full project, who is signed in on its hosted pages, opens these. */
export const userPaths: Paths = accountSettings(
  ["profile", "auth", "notifications", "sessions", "api-keys", "billing", "settings", "team-creation"],
  ({ fullId }) => `?project_id=${fullId}`,
);

function accountSettings(sections: readonly string[], query: (project: FullProject) => string = () => ""): Paths {
  return Object.fromEntries(
    sections.map((id) => [
      `the account settings, ${id}`,
      (project) => `/handler/account-settings${query(project)}#${id.replace("$teamId", project.ownerTeamId)}`,
    ]),
  );
}

/** Returns the paths of the pages of the dashboard, with names such as `$userId` in them. */
export function routesOfSections(): string[] {
  const parents: Record<string, string> = { projects: "/projects", integrations: "/integrations" };
  return dashboardPages().map(({ path, section }) =>
    `${parents[section] ?? "/projects/$projectId"}/${path}`.replace(/\/+$/, ""),
  );
}
