import type { Page } from "playwright-core";
import { Svix } from "svix";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite } from "../../scripts/dev/site";
import { newAddress } from "../../scripts/testing/accounts";
import { dashboardPages } from "../../scripts/testing/catalogues";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type { Gatehouse } from "../../scripts/testing/start-gatehouse";
import { tagExample } from "../dashboard/setup/snippets";
import { GatehouseAdminApp, GatehouseClientApp } from "../kit";
import { signUp } from "../kit/testing/project-under-test";
import { handlerPages } from "../react/pages/handler-route";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { defaultLight, newPagesProject, pages, refused as refusedScript } from "./harness/dashboard-pages";
import { servePlainPage } from "./harness/listen";
import { openShop } from "./harness/live-shop";
import { networkIdle } from "./harness/network-idle";
import { partnerOf } from "./harness/partner";
import { startExample } from "./harness/start-example";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const [port] = (await findFreePorts(1)) as [number];
const webUrl = `http://localhost:${port}`;
let project: FullProject;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const { INTERNAL_PUBLISHABLE_CLIENT_KEY: publishableClientKey } = gatehouse.secrets;
  const mailbox = { smtpPort: Number(new URL(gatehouse.mailbox.smtpUrl).port), url: gatehouse.mailbox.pageUrl };
  site = await startSite({ port, apiUrl: gatehouse.apiUrl, publishableClientKey, mailbox });
  project = await newFullProject(gatehouse);
});

afterAll(() => site.stop());

/** Browsers print that the API refuses a request for what is unknown, and that previews of emails run no script. */
const refusedBy = (name: string) => (name.includes("unknown") ? /Failed to load resource/ : refusedScript);

/** Opens a path, and expects that nothing was printed once no request is open. `openPage` fails a test with errors. */
async function printsNothing(
  page: Page,
  path: string,
  shows: (at: Page) => Promise<unknown> = (at) => at.getByRole("heading").first().waitFor(),
) {
  const messages = keepMessages(page);
  await page.goto(path);
  await shows(page);
  await networkIdle(page);
  expect(messages).toEqual([]);
}

// React for development, in strict mode, prints what it finds wrong with a page.
describe("the site in development prints nothing", () => {
  it.each(Object.entries(publicPaths))("to anyone on %s", async (name, path) => {
    await printsNothing(await openPage(browser, webUrl, refusedBy(name)), path(project));
  });

  it.each(Object.entries(userPaths))("to a user of a project on %s", async (_, path) => {
    const page = await openPage(browser, webUrl);
    const name = `stack-refresh-${project.fullId}`;
    await page.context().addCookies([{ name, value: project.userToken, url: webUrl }]);
    await printsNothing(page, path(project));
  });

  it.each(Object.entries(ownerPaths))("to an owner on %s", async (name, path) => {
    const page = await openSignedIn(browser, { ...gatehouse, webUrl }, project.owner, refusedBy(name));
    await printsNothing(page, path(project), pages[name]?.shows);
  });
});

describe("what else is there in development prints nothing", () => {
  it("the API reference, and the mailbox", async () => {
    await printsNothing(await openPage(browser, gatehouse.apiUrl), "/api/v1/docs");
    await printsNothing(await openPage(browser, gatehouse.mailbox.pageUrl), "/");
  });

  it("a website with the tag", async () => {
    const { fullId: projectId, publishableClientKey } = project;
    const page = tagExample({ apiUrl: gatehouse.apiUrl, siteUrl: webUrl, projectId, publishableClientKey });
    const url = await servePlainPage(page.replace("<title>", '<link rel="icon" href="data:,"><title>'));
    await printsNothing(await openPage(browser, url), "/");
  });

  it("a website of React and Vite", async () => {
    const { fullId: projectId, publishableClientKey, secretServerKey } = project;
    const keys = { publishableClientKey, secretServerKey };
    const { url } = await startExample({ gatehouse, project: { options: { projectId }, keys } }, "react-vite");
    for (const path of ["/", ...Object.keys(handlerPages).map((name) => `/handler/${name}`)]) {
      await printsNothing(await openPage(browser, url), path);
    }
  });
});

it("the dashboard has a project send by the local mailbox by one click, which then shows its emails", async () => {
  const page = await openSignedIn(browser, { ...gatehouse, webUrl }, project.owner);
  await page.goto(`/projects/${project.projectId}/emails/server`);
  await page.getByRole("button", { name: "Use the local mailbox" }).click();
  await page.getByText("The mail server is saved.").waitFor();
  await page.getByRole("radio", { name: "Your own SMTP server", checked: true }).waitFor();
  expect(await page.getByRole("button", { name: "Use the local mailbox" }).count()).toBe(0);

  const to = newAddress("ada");
  const app = project.owner.listOwnedProjects().then((owned) => owned.find(({ id }) => id === project.projectId)?.app);
  const user = await (await app)?.createUser({ displayName: "Ada", primaryEmail: to, primaryEmailVerified: true });
  await (await app)?.sendEmail({
    userIds: [user?.id ?? ""],
    subject: `Fresh bread for ${to}`,
    html: "<p>At eight</p>",
  });
  const mailbox = await openPage(browser, gatehouse.mailbox.pageUrl);
  await mailbox.goto("/");
  await mailbox.getByRole("button", { name: `Fresh bread for ${to}` }).click();
  await mailbox.frameLocator("iframe").getByText("At eight").waitFor();
});

it("each page of the dashboard and for partners is opened here", () => {
  const opened = Object.values(ownerPaths).map((path) => new URL(path(project), webUrl).pathname);
  const isOpened = (route: string) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, "[^/]+")}/?$`);
    return opened.some((path) => pattern.test(path));
  };
  const routes = routesOfSections();
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((route) => !isOpened(route))).toEqual([]);
});

/** Tools print these on every page: Vite's client, React's advice to install its tools, the version of the API reference. */
const ofTools = /^\[vite\] |Download the React DevTools|^@scalar\/api-reference@/;

/** The kit says on purpose that no provider has sent the browser to the page of callbacks. */
const ofKit = /^The OAuth callback has no `code` and `state`\.$/;

/** Keeps what a page prints to its console, except errors, which `openPage` reports. Has to be called before the page opens. */
function keepMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    const isKnown = ofTools.test(message.text()) || ofKit.test(message.text());
    if (message.type() !== "error" && !isKnown)
      messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return messages;
}

type FullProject = Awaited<ReturnType<typeof newFullProject>>;

/** Makes what the pages need: an owner with an empty and a full project, a purchase, and the links of a partner. */
async function newFullProject(gatehouse: Gatehouse) {
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
const ownerPaths: Paths = {
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
const publicPaths: Paths = {
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
const userPaths: Paths = accountSettings(
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
function routesOfSections(): string[] {
  const parents: Record<string, string> = { projects: "/projects", integrations: "/integrations" };
  return dashboardPages().map(({ path, section }) =>
    `${parents[section] ?? "/projects/$projectId"}/${path}`.replace(/\/+$/, ""),
  );
}
