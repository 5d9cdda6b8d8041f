import type { Page, Route } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { dashboardTexts } from "../../scripts/generate/translations";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { openSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let owner: Awaited<ReturnType<typeof newOwner>>;
let projectId: string;
let userId: string;
let teamId: string;
let draftId: string;

/** Of every project: the template of mails with a code to sign in, and the theme Default Light. */
const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";
const defaultLight = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

beforeAll(async () => {
  owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  projectId = project.id;
  userId = (await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" })).id;
  teamId = (await project.app.createTeam({ displayName: "Analysts" })).id;
  draftId = (await project.app.createEmailDraft({ displayName: "News" })).id;
});

/** The previews of mails run no script, not even those by which this file watches a page. */
const refused = /Blocked script execution in 'about:srcdoc'/;

/** The most requests of a page that is opened with an empty cache, for whatever. */
const mostRequests = 25;

interface PageCase {
  path: () => string;
  /** What a reader waits for. */
  shows: (page: Page) => Promise<unknown>;
  /** What it reads of the API, each independent of the others. */
  reads: readonly string[];
}

const ofOwner = ["users/me", "internal/projects"];
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** The editor itself, which loads after the page, and beside it the mail. */
async function editorAndMail(page: Page) {
  await page.locator(".cm-content").waitFor();
  await page.frameLocator("iframe").getByRole("heading").first().waitFor();
}

const pages: Record<string, PageCase> = {
  "the list of projects": {
    path: () => "/projects",
    shows: (page) => page.getByRole("link", { name: "Acme" }).waitFor(),
    reads: ofOwner,
  },
  "the overview": {
    path: () => `/projects/${projectId}/overview`,
    shows: (page) => page.getByRole("region", { name: "Get started" }).waitFor(),
    reads: [...ofOwner, "internal/api-keys", "internal/emails/recipients", "internal/metrics", "users"],
  },
  "the list of users": {
    path: () => `/projects/${projectId}/users`,
    shows: (page) => page.getByRole("link", { name: "Ada Lovelace" }).waitFor(),
    reads: [...ofOwner, "internal/metrics", "users"],
  },
  "one user": {
    path: () => `/projects/${projectId}/users/${userId}`,
    shows: (page) => heading(page, "Ada Lovelace"),
    reads: [...ofOwner, "contact-channels", `users/{id}`, "users/{id}/restriction"],
  },
  "the list of teams": {
    path: () => `/projects/${projectId}/teams`,
    shows: (page) => page.getByRole("link", { name: "Analysts" }).waitFor(),
    reads: [...ofOwner, "internal/teams"],
  },
  "one team": {
    path: () => `/projects/${projectId}/teams/${teamId}`,
    shows: (page) => page.getByText("The team has no members.", { exact: false }).waitFor(),
    reads: [...ofOwner, "team-members", `teams/{id}`],
  },
  "the permissions": {
    path: () => `/projects/${projectId}/permissions`,
    shows: (page) => page.getByRole("region", { name: "Granted by default" }).waitFor(),
    reads: [...ofOwner, "internal/config", "team-permission-definitions"],
  },
  "the API keys": {
    path: () => `/projects/${projectId}/api-keys`,
    shows: (page) => page.getByText("No keys yet").waitFor(),
    reads: [...ofOwner, "internal/api-keys", "internal/config"],
  },
  "the sign-in methods": {
    path: () => `/projects/${projectId}/sign-in-methods`,
    shows: (page) => page.getByRole("switch", { name: "Password", exact: true }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "pages and appearance": {
    path: () => `/projects/${projectId}/appearance`,
    shows: (page) => page.getByRole("region", { name: "Hosted pages" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the domains": {
    path: () => `/projects/${projectId}/domains`,
    shows: (page) => page.getByRole("region", { name: "Production mode" }).waitFor(),
    reads: [...ofOwner, "internal/projects/current/production-mode-errors"],
  },
  "the emails": {
    path: () => `/projects/${projectId}/emails`,
    shows: (page) => page.getByText("No emails yet").waitFor(),
    reads: [...ofOwner, "internal/emails/log"],
  },
  "the page that sends emails": {
    path: () => `/projects/${projectId}/emails/send`,
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
    path: () => `/projects/${projectId}/emails/server`,
    shows: (page) => page.getByRole("region", { name: "Mail server" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the webhooks": {
    path: () => `/projects/${projectId}/webhooks`,
    shows: (page) => page.getByText("No endpoints yet").waitFor(),
    reads: [...ofOwner, "app/{project}/endpoint"],
  },
  "the data vault": {
    path: () => `/projects/${projectId}/data-vault`,
    shows: (page) => page.getByText("No stores yet").waitFor(),
    reads: [...ofOwner, "data-vault/stores"],
  },
  "the audit log": {
    path: () => `/projects/${projectId}/audit-log`,
    shows: (page) => page.getByRole("table", { name: "Audit log" }).waitFor(),
    reads: [...ofOwner, "internal/audit-events", "internal/config"],
  },
  "the owners": {
    path: () => `/projects/${projectId}/owners`,
    shows: (page) => page.getByRole("list", { name: "Members", exact: true }).waitFor(),
    reads: ofOwner,
  },
  "the templates of mails": {
    path: () => `/projects/${projectId}/emails/templates`,
    shows: (page) => page.getByRole("link", { name: "Magic Link/OTP" }).waitFor(),
    reads: [...ofOwner, "internal/config", "internal/email-templates", "internal/email-themes"],
  },
  "the editor of a template": {
    path: () => `/projects/${projectId}/emails/templates/${magicLink}`,
    shows: async (page) => {
      await heading(page, "Magic Link/OTP");
      await editorAndMail(page);
      await page.getByLabel("otp", { exact: true }).waitFor();
    },
    reads: [...ofOwner, "internal/config", "internal/email-templates", "internal/email-themes"],
  },
  "the editor of a theme": {
    path: () => `/projects/${projectId}/emails/themes/${defaultLight}`,
    shows: async (page) => {
      await heading(page, "Default Light");
      await editorAndMail(page);
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
    path: () => `/projects/${projectId}/emails/drafts/${draftId}`,
    shows: async (page) => {
      await heading(page, "News");
      await editorAndMail(page);
    },
    reads: [...ofOwner, "internal/config", "internal/email-drafts", "internal/email-themes"],
  },
  "the payments": {
    path: () => `/projects/${projectId}/payments`,
    shows: async (page) => {
      await page.getByRole("button", { name: "Set up payments" }).waitFor();
      await page.getByText("No transactions yet").waitFor();
    },
    reads: [...ofOwner, "internal/config", "internal/payments/stripe/account-info", "internal/payments/transactions"],
  },
  "the catalogue": {
    path: () => `/projects/${projectId}/payments?part=catalogue`,
    shows: (page) => page.getByText("No offers yet").waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "one customer": {
    path: () => `/projects/${projectId}/payments?part=customers&customer=${userId}`,
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
    path: () => `/projects/${projectId}/payments/new-offer`,
    shows: (page) => page.getByRole("button", { name: "Add price" }).waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
  "the settings": {
    path: () => `/projects/${projectId}/settings`,
    shows: (page) => page.getByRole("region", { name: "Delete project" }).waitFor(),
    reads: [...ofOwner, "teams"],
  },
  "the configuration as JSON": {
    path: () => `/projects/${projectId}/settings/configuration`,
    shows: (page) => page.locator(".cm-content").waitFor(),
    reads: [...ofOwner, "internal/config"],
  },
};

/** Holds back every read of the API. `released` is what to do with them. */
async function holdReads(page: Page) {
  const held: Route[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  const names = () =>
    held
      .map((route) => new URL(route.request().url()).pathname.replace("/api/v1/", ""))
      .map((path) =>
        path
          .replace(userId, "{id}")
          .replace(teamId, "{id}")
          .replace(defaultLight, "{id}")
          .replace(projectId, "{project}"),
      )
      .sort();
  await page.route(`${gatehouse.apiUrl}/api/v1/**`, async (route) => {
    if (isReleased || route.request().method() !== "GET") return route.continue();
    held.push(route);
    for (const check of waiting) check();
  });
  return {
    /** Resolves once this many reads are under way at the same time, none of which was answered. */
    atOnce: (count: number) =>
      new Promise<string[]>((resolve) => {
        const check = () => held.length >= count && resolve(names());
        waiting.push(check);
        check();
      }),
    async release() {
      isReleased = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

/** Sums up how far content moves on the page after it was first shown. Runs in the page, before its scripts. */
function recordLayoutShifts() {
  const shifts: number[] = [];
  Object.assign(globalThis, { layoutShifts: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.push(entry.value);
  }).observe({ type: "layout-shift", buffered: true });
}

const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (globalThis as unknown as { layoutShifts: number[] }).layoutShifts;
  });

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

describe.each(Object.entries(pages))("%s, opened with an empty cache", (_, { path, shows, reads }) => {
  it(`takes ${mostRequests} requests at most`, async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(path());
    await shows(page);
    await networkIdle(page);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(mostRequests);
  });

  it(`takes ${mostRequests} requests at most in Japanese, and never shows a text in English`, async ({ expect }) => {
    const japanese = dashboardTexts("ja-JP");
    const page = await openSignedIn(browser, gatehouse, owner, refused, "ja-JP");
    await page.addInitScript(recordTexts);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(path());
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await networkIdle(page);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(mostRequests);
    const texts = await shownTexts(page);
    expect(texts.filter((text) => Object.values(japanese).includes(text))).not.toEqual([]);
    expect(texts.filter((text) => (japanese[text] ?? text) !== text)).toEqual([]);
  });

  it("reads at once what does not depend on each other, over a skeleton that moves nothing", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner, refused);
    await page.addInitScript(recordLayoutShifts);
    const held = await holdReads(page);
    await page.goto(path());
    expect(await held.atOnce(reads.length)).toEqual([...reads].sort());
    await page.locator("#skeleton").locator("visible=true").first().waitFor();
    await held.release();
    await shows(page);
    await expect.poll(() => page.locator("#skeleton").isVisible()).toBe(false);
    expect(await layoutShifts(page)).toEqual([]);
  });
});

describe("the skeleton", () => {
  it("stands still for those who prefer reduced motion, in the colours of the theme", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    const held = await holdReads(page);
    await page.goto("/projects");
    await held.atOnce(1);
    const animations = () => page.evaluate(() => document.getAnimations().length);
    const colours = () =>
      page.evaluate(() => {
        const bar = document.querySelector("#skeleton i");
        return [document.documentElement, bar].map((each) => each && getComputedStyle(each).backgroundColor);
      });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    expect(await animations()).toBeGreaterThan(0);
    expect(await colours()).toEqual(["rgb(245, 243, 238)", "rgb(236, 233, 225)"]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await animations()).toBe(0);
    expect(await colours()).toEqual(["rgb(17, 21, 19)", "rgb(12, 15, 14)"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await held.release();
  });
});

describe("a page that is being left", () => {
  it("stays as it is until the code of the next one has arrived", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.goto(`/projects/${projectId}/owners`);
    await page.getByRole("list", { name: "Members", exact: true }).waitFor();
    await networkIdle(page);
    const heading = await page.getByRole("heading", { level: 1 }).elementHandle();
    const code = Promise.withResolvers<void>();
    await page.route("**/assets/**", async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Webhooks" }).click();
    await page.waitForURL(`**/projects/${projectId}/webhooks`);
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    code.resolve();
    await page.getByText("No endpoints yet").waitFor();
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(false);
  });
});

describe("an address that no page has", () => {
  it("keeps the frame of the project, with a message inside", async ({ expect }) => {
    for (const path of ["nonsense", "users/a/b", "settings/more"]) {
      const page = await openSignedIn(browser, gatehouse, owner);
      await page.goto(`/projects/${projectId}/${path}`);
      const main = page.getByRole("main");
      await main.getByRole("heading", { name: "Page not found" }).waitFor();
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Users" }).waitFor();
      await page.getByRole("button", { name: "Switch project Acme" }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await main.getByRole("link", { name: "Project overview" }).click();
      await page.waitForURL(`**/projects/${projectId}/overview`);
    }
  });

  it("of an unknown project, or another owner's, says so and leads to the list of projects", async ({ expect }) => {
    const other = await newOwner(gatehouse);
    const theirs = await other.createProject({ displayName: "Theirs", teamId: other.selectedTeam?.id ?? "" });
    for (const id of ["nonsense", crypto.randomUUID(), theirs.id]) {
      // Browsers print refused requests.
      const page = await openSignedIn(browser, gatehouse, owner, /Failed to load resource/);
      await page.goto(`/projects/${id}/users`);
      await page.getByRole("heading", { name: "Project not found" }).waitFor();
      await expect.poll(() => page.getByText("Theirs").count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("link", { name: "All projects", exact: true }).click();
      await page.getByRole("link", { name: "Acme" }).waitFor();
    }
  });
});
