import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { inject, vi } from "vitest";
import { catalogues } from "../../../scripts/build/catalogues";
import { forProduction } from "../../../scripts/build/production";
import { componentStyles } from "../../../scripts/build/styles/plugin";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import type { MockedData } from "../../react/mock/mock-responses";
import { openPage, sharedBrowser } from "./browser";
import { listen } from "./listen";
import { longestTexts } from "./longest-texts";

/**
 * A website with the components of the kit, bundled as the kit's build does it. `mount` shows the card of the sign-in, and
 * `show` pages and single components, both with the mock app, without a server.
 */
const website = `
import { createRoot } from "react-dom/client";
import * as kit from ".";
import { createMockApp } from "./mock/mock-app";
import { loadTranslation } from "../ui/translation/load-translation";

const theme = { font: "system" };
globalThis.mount = () => createRoot(document.getElementById("root")).render(
  <kit.GatehouseTheme theme={theme} scheme="light">
    <p className="flex p-2 border">Of the website</p>
    <kit.GatehouseProvider app={createMockApp({})}>
      <kit.GatehouseHandler location="/handler/sign-in" />
    </kit.GatehouseProvider>
  </kit.GatehouseTheme>,
);

const mockTeams = [{ id: "m", displayName: "Makers" }, { id: "s", displayName: "Sailors of the seven seas and of all lakes" }];
const mockUser = { displayName: "Zoe", primaryEmail: "zoe@example.com", selectedTeam: mockTeams[0] };
const mockProject = {
  displayName: "Corner Shop",
  config: { clientTeamCreationEnabled: true, oauthProviders: ["google", "github", "x", "linkedin"].map((id) => ({ id })) },
};
const nothing = () => {};
const contents = {
  page: () => <kit.GatehouseHandler fullPage location={location.pathname + location.search + location.hash} />,
  CredentialSignIn: () => <kit.CredentialSignIn />,
  CredentialSignUp: () => <kit.CredentialSignUp />,
  MagicLinkSignIn: () => <kit.MagicLinkSignIn />,
  OAuthButton: () => <kit.OAuthButton provider="google" type="sign-in" isMock />,
  OAuthButtonGroup: () => <kit.OAuthButtonGroup type="sign-up" mockProject={mockProject} />,
  UserButton: () => <kit.UserButton showUserInfo colorModeToggle={nothing} mockUser={mockUser} />,
  UserAvatar: () => <><kit.UserAvatar user={mockUser} size={64} border /><kit.UserAvatar /></>,
  TeamSwitcher: () => <kit.TeamSwitcher {...{ mockUser, mockTeams, mockProject }} teamId="m" allowNull />,
  SelectedTeamSwitcher: () => <kit.SelectedTeamSwitcher {...{ mockUser, mockTeams, mockProject }} />,
  MessageCard: () => (
    <kit.MessageCard title="Title" primaryButtonText="Yes" primaryAction={nothing} secondaryButtonText="No" secondaryAction={nothing}>
      Text
    </kit.MessageCard>
  ),
  fullPage: () => <kit.SignIn fullPage />,
};
let root;
globalThis.show = async (name, { mock, lang, address }) => {
  root?.unmount();
  history.replaceState(null, "", address);
  await loadTranslation(lang ?? "en-US");
  const Content = contents[name];
  root = createRoot(document.getElementById("root"));
  root.render(<kit.GatehouseProvider app={createMockApp(mock)} lang={lang}><Content /></kit.GatehouseProvider>);
};
`;

const entry = "website-with-kit";
let scripts: Promise<Map<string, string>> | undefined;

/** The scripts of the website by path; the first is `/website.js`. */
async function loadScripts(): Promise<Map<string, string>> {
  const folder = await builtOnce("kit-website", (outDir) => forProduction(() => bundle(outDir)));
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
  return new Map(
    await Promise.all(
      files.map(async (file) => [`/${file}`, await readFile(path.join(folder, file), "utf8")] as const),
    ),
  );
}

async function bundle(outDir: string): Promise<void> {
  const pseudoLanguage = JSON.stringify(await longestTexts());
  await build({
    configFile: false,
    root: REPOSITORY,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    plugins: [
      {
        name: "website",
        enforce: "pre",
        resolveId: (id) => (id === entry ? path.join(REPOSITORY, `web/react/${entry}.tsx`) : undefined),
        load: (id) => {
          if (id.endsWith(`${entry}.tsx`)) return website;
          return id.endsWith(`catalogues/pages/${PSEUDO_LANGUAGE}.json`) ? pseudoLanguage : undefined;
        },
      },
      componentStyles(),
      catalogues(),
    ],
    build: {
      outDir,
      minify: false,
      rolldownOptions: { input: entry, output: { entryFileNames: "website.js" } },
    },
  });
}

/** In its place, the website has the longest of all translations of each text. */
export const PSEUDO_LANGUAGE = "de-DE";

/** Serves the website at an origin of its own, for one test: `html` at every path beside the scripts. */
export async function serveKitWebsite(html: string): Promise<string> {
  scripts ??= loadScripts();
  const byPath = await scripts;
  const server = createServer((request, response) => {
    const script = byPath.get(new URL(request.url ?? "/", "http://localhost").pathname);
    response.setHeader("content-type", `text/${script ? "javascript" : "html"}; charset=utf-8`);
    response.end(script ?? html);
  });
  return listen(server);
}

type Shown = {
  mock?: MockedData;
  lang?: string;
  /** Path, query and hash of the page. */
  address?: string;
};

/** A page of the website in a new browser profile, and what shows pages of the handler and single components there. */
export async function openMocked(head = "") {
  const url = await serveKitWebsite(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Website</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>:root { color-scheme: light dark; background: Canvas; color: CanvasText } body { margin: 0 }</style>${head}
<script type="module" src="/website.js"></script></head><body><div id="root"></div></body></html>`);
  const page = await openPage(await sharedBrowser(), url);
  await page.goto("/");
  await page.waitForFunction("globalThis.show");
  return { page, show: (name: string, shown: Shown = {}) => show(page, name, shown) };
}

async function show(page: Page, name: string, { mock = {}, lang, address = "/" }: Shown): Promise<void> {
  await page.evaluate(`show(${JSON.stringify(name)}, ${JSON.stringify({ mock, lang, address })})`);
}

/** The data of a signed-in user, with a bit of everything that account settings show. */
export const mockedAccount: MockedData = {
  mockUser: { displayName: "Zoe", primaryEmail: "zoe@example.com" },
  mockProject: {
    displayName: "Corner Shop",
    config: { clientTeamCreationEnabled: true, clientUserDeletionEnabled: true },
  },
  mockSessions: [
    { id: "00000000-0000-4000-8000-000000000005", isCurrentSession: true, createdAt: "2026-01-01T00:00:00Z" },
    { id: "00000000-0000-4000-8000-000000000006", isCurrentSession: false, createdAt: "2026-01-01T00:00:00Z" },
  ],
};

/**
 * The folder that `build` fills, once in a run of the tests: the process that comes first builds, and the others wait for it. It is
 * removed with the data of the run.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(path.dirname(inject("migratedData")), name);
  const unfinished = `${folder}-unfinished`;
  if (await isFirst(`${folder}-claimed`)) {
    await mkdir(unfinished);
    await build(unfinished);
    await rename(unfinished, folder);
  }
  await vi.waitUntil(() => existsSync(folder), { timeout: 100_000 });
  return folder;
}

/** Only one process makes a folder. */
async function isFirst(claim: string): Promise<boolean> {
  try {
    await mkdir(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
