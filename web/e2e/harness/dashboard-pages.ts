import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { dashboardTexts, textsIn } from "../../../scripts/testing/catalogues";
import { newOwnedProject } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openSignedIn, sharedBrowser } from "./browser";
import { networkIdle } from "./network-idle";

/** Of every project: the template of emails with a code to sign in, and the theme Default Light. */
const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";
export const defaultLight = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

export type PagesProject = Awaited<ReturnType<typeof newPagesProject>>;

/** A project with one of each that has a page of its own, and its owner. */
export async function newPagesProject(gatehouse: Gatehouse) {
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  return {
    owner,
    projectId: project.id as string,
    userId: (await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" })).id,
    teamId: (await project.app.createTeam({ displayName: "Analysts" })).id,
    draftId: (await project.app.createEmailDraft({ displayName: "News" })).id,
  };
}

interface PageCase {
  path: (project: PagesProject) => string;
  /** Settles once there is what a reader waits for. */
  shows: (page: Page) => Promise<unknown>;
  /** Lists what it reads of the API, each independent of the others. */
  reads: readonly string[];
}

const ofOwner = ["users/me", "internal/projects"];
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** The editor itself, which loads after the page, and beside it the email. */
async function editorAndEmail(page: Page) {
  await page.locator(".cm-content").waitFor();
  await page.frameLocator("iframe").getByRole("heading").first().waitFor();
}

export const pages: Record<string, PageCase> = {
  "the list of projects": {
    path: () => "/projects",
    shows: (page) => page.getByRole("link", { name: "Acme" }).waitFor(),
    reads: ofOwner,
  },
  "the overview": {
    path: ({ projectId }) => `/projects/${projectId}/overview`,
    shows: (page) => page.getByRole("region", { name: "Get started" }).waitFor(),
    reads: [...ofOwner, "internal/api-keys", "internal/emails/recipients", "internal/metrics", "users"],
  },
  "the quick start": {
    path: ({ projectId }) => `/projects/${projectId}/quick-start`,
    shows: (page) => page.getByRole("region", { name: "First user" }).waitFor(),
    reads: [...ofOwner, "internal/api-keys", "users"],
  },
  "the list of users": {
    path: ({ projectId }) => `/projects/${projectId}/users`,
    shows: (page) => page.getByRole("link", { name: "Ada Lovelace" }).waitFor(),
    reads: [...ofOwner, "internal/metrics", "users"],
  },
  "one user": {
    path: ({ projectId, userId }) => `/projects/${projectId}/users/${userId}`,
    shows: (page) => heading(page, "Ada Lovelace"),
    reads: [...ofOwner, "contact-channels", `users/{id}`, "users/{id}/suspension"],
  },
  "the list of teams": {
    path: ({ projectId }) => `/projects/${projectId}/teams`,
    shows: (page) => page.getByRole("link", { name: "Analysts" }).waitFor(),
    reads: [...ofOwner, "internal/teams"],
  },
  "one team": {
    path: ({ projectId, teamId }) => `/projects/${projectId}/teams/${teamId}`,
    shows: (page) => page.getByText("The team has no members.", { exact: false }).waitFor(),
    reads: [...ofOwner, "team-members", `teams/{id}`],
  },
  "the permissions": {
    path: ({ projectId }) => `/projects/${projectId}/permissions`,
    shows: (page) => page.getByRole("region", { name: "Granted by default" }).waitFor(),
    reads: [...ofOwner, "internal/config", "team-permission-definitions"],
  },
  "the API keys": {
    path: ({ projectId }) => `/projects/${projectId}/api-keys`,
    shows: (page) => page.getByText("No keys yet").waitFor(),
    reads: [...ofOwner, "internal/api-keys", "internal/config"],
  },
  "the sign-in methods": {
    path: ({ projectId }) => `/projects/${projectId}/sign-in-methods`,
    shows: (page) => page.getByRole("switch", { name: "Password", exact: true }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the settings of sessions": {
    path: ({ projectId }) => `/projects/${projectId}/sign-in-methods?part=sessions`,
    shows: (page) => page.getByRole("region", { name: "Sessions", exact: true }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "pages and appearance": {
    path: ({ projectId }) => `/projects/${projectId}/appearance`,
    shows: (page) => page.getByRole("region", { name: "Hosted pages" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the domains": {
    path: ({ projectId }) => `/projects/${projectId}/domains`,
    shows: (page) => page.getByRole("region", { name: "Production mode" }).waitFor(),
    reads: [...ofOwner, "internal/projects/current/production-mode-errors"],
  },
  "the emails": {
    path: ({ projectId }) => `/projects/${projectId}/emails`,
    shows: (page) => page.getByText("No emails yet").waitFor(),
    reads: [...ofOwner, "internal/emails/log"],
  },
  "the page that sends emails": {
    path: ({ projectId }) => `/projects/${projectId}/emails/send`,
    shows: (page) => page.getByText("Nothing was sent yet", { exact: false }).waitFor(),
    reads: [
      ...ofOwner,
      "internal/config",
      "internal/email-drafts",
      "internal/email-templates",
      "internal/email-themes",
      "internal/emails/sends",
    ],
  },
  "the mail server": {
    path: ({ projectId }) => `/projects/${projectId}/emails/server`,
    shows: (page) => page.getByRole("region", { name: "Mail server" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the webhooks": {
    path: ({ projectId }) => `/projects/${projectId}/webhooks`,
    shows: (page) => page.getByText("No endpoints yet").waitFor(),
    reads: [...ofOwner, "app/{project}/endpoint"],
  },
  "the data vault": {
    path: ({ projectId }) => `/projects/${projectId}/data-vault`,
    shows: (page) => page.getByText("No stores yet").waitFor(),
    reads: [...ofOwner, "data-vault/stores"],
  },
  "the audit log": {
    path: ({ projectId }) => `/projects/${projectId}/audit-log`,
    shows: (page) => page.getByRole("table", { name: "Audit log" }).waitFor(),
    reads: [...ofOwner, "internal/audit-events", "internal/config"],
  },
  "the owners": {
    path: ({ projectId }) => `/projects/${projectId}/owners`,
    shows: (page) => page.getByRole("list", { name: "Members", exact: true }).waitFor(),
    reads: ofOwner,
  },
  "the usage": {
    path: ({ projectId }) => `/projects/${projectId}/usage`,
    shows: (page) => page.getByRole("region", { name: "Storage", exact: true }).waitFor(),
    reads: [...ofOwner, "internal/usage"],
  },
  "the templates of emails": {
    path: ({ projectId }) => `/projects/${projectId}/emails/templates`,
    shows: (page) => page.getByRole("link", { name: "Magic Link/OTP" }).waitFor(),
    reads: [...ofOwner, "internal/config", "internal/email-templates", "internal/email-themes"],
  },
  "the editor of a template": {
    path: ({ projectId }) => `/projects/${projectId}/emails/templates/${magicLink}`,
    shows: async (page) => {
      await heading(page, "Magic Link/OTP");
      await editorAndEmail(page);
      await page.getByLabel("otp", { exact: true }).waitFor();
    },
    reads: [...ofOwner, "internal/config", "internal/email-templates", "internal/email-themes"],
  },
  "the editor of a theme": {
    path: ({ projectId }) => `/projects/${projectId}/emails/themes/${defaultLight}`,
    shows: async (page) => {
      await heading(page, "Default Light");
      await editorAndEmail(page);
    },
    reads: [
      ...ofOwner,
      "internal/config",
      "internal/email-templates",
      "internal/email-themes",
      "internal/email-themes/{id}",
    ],
  },
  "the editor of a draft": {
    path: ({ projectId, draftId }) => `/projects/${projectId}/emails/drafts/${draftId}`,
    shows: async (page) => {
      await heading(page, "News");
      await editorAndEmail(page);
    },
    reads: [...ofOwner, "internal/config", "internal/email-drafts", "internal/email-themes"],
  },
  "the payments": {
    path: ({ projectId }) => `/projects/${projectId}/payments`,
    shows: async (page) => {
      await page.getByText("This instance takes no payments", { exact: false }).waitFor();
      await page.getByText("No transactions yet").waitFor();
    },
    reads: [
      ...ofOwner,
      "internal/config",
      "internal/payments/stripe/account-info",
      "internal/payments/transactions",
      "internal/usage",
    ],
  },
  "the catalogue": {
    path: ({ projectId }) => `/projects/${projectId}/payments?part=catalogue`,
    shows: (page) => page.getByText("No offers yet").waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "one customer": {
    path: ({ projectId, userId }) => `/projects/${projectId}/payments?part=customers&customer=${userId}`,
    shows: (page) => page.getByText("No invoices yet", { exact: false }).waitFor(),
    reads: [
      ...ofOwner,
      "internal/config",
      "payments/customers/user/{id}/invoices",
      "payments/customers/user/{id}/purchases",
      "users/{id}",
    ],
  },
  "the editor of an offer": {
    path: ({ projectId }) => `/projects/${projectId}/payments/new-offer`,
    shows: (page) => page.getByRole("button", { name: "Add price" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the settings": {
    path: ({ projectId }) => `/projects/${projectId}/settings`,
    shows: (page) => page.getByRole("region", { name: "Delete project" }).waitFor(),
    reads: [...ofOwner, "teams"],
  },
  "the configuration as JSON": {
    path: ({ projectId }) => `/projects/${projectId}/settings/configuration`,
    shows: (page) => page.locator(".cm-content").waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
};

const browser = await sharedBrowser();

/** The previews of emails run no script, not even those by which a test watches a page. */
export const refused = /Blocked script execution in 'about:srcdoc'/;

/** The most requests of a page that is opened with an empty cache, for whatever. */
export const maxRequests = 25;

/** Keeps each text that the page shows, at whatever time, but for code and what else is in no language. Runs in the page, before its scripts. */
function recordTexts() {
  const texts = new Set<string>();
  Object.assign(globalThis, { shownTexts: texts });
  const keep = (node: Node) => {
    if (node.parentElement?.closest("[translate=no]")) return;
    if (node instanceof Text) texts.add(node.data);
    for (const child of node.childNodes) keep(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) keep(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

const shownTexts = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { shownTexts: Set<string> }).shownTexts]);

/** Tests how many requests each of these pages takes in Japanese, which is loaded beside what is loaded in English. */
export function describeBudgets(
  gatehouse: Gatehouse,
  pages: readonly (readonly [string, PageCase])[],
  project: () => PagesProject,
): void {
  describe.each(pages)("%s, opened with an empty cache", (_, { path }) => {
    it(`takes ${maxRequests} requests at most in Japanese, and never shows a text in English`, async ({ expect }) => {
      const japanese = textsIn(Object.assign({}, ...Object.values(dashboardTexts)), "ja-JP");
      const page = await openSignedIn(browser, gatehouse, project().owner, refused, "ja-JP");
      await page.addInitScript(recordTexts);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
      await page.goto(path(project()));
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      await networkIdle(page);
      expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(maxRequests);
      const texts = await shownTexts(page);
      expect(texts.filter((text) => Object.values(japanese).includes(text))).not.toEqual([]);
      expect(texts.filter((text) => (japanese[text] ?? text) !== text)).toEqual([]);
    });
  });
}
