import { appendFile } from "node:fs/promises";
import path from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import { REPOSITORY } from "../platform/wrangler";
import { addHandlerDocuments } from "./handler-documents";
import { forProduction } from "./production";
import { type Entries, filesOfEntries, MANIFESTS } from "./site-manifest";

const SITE = `${REPOSITORY}/web/site`;

/** The settings of the API that the site uses. */
export interface SiteSettings {
  apiUrl: string;
  /** Publishable client key of the internal project. */
  publishableClientKey: string;
  /** The mailbox of `npm run dev`, which no deployment has. */
  mailbox?: { smtpPort: number; url: string } | undefined;
}

/** The same, as the constants that Vite puts into the site's source. */
export function siteDefinitions({ apiUrl, publishableClientKey, mailbox }: SiteSettings): Record<string, string> {
  return {
    "import.meta.env.VITE_API_URL": JSON.stringify(apiUrl),
    "import.meta.env.VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY": JSON.stringify(publishableClientKey),
    "import.meta.env.VITE_LOCAL_MAILBOX": JSON.stringify(mailbox) ?? "undefined",
  };
}

/**
 * Builds the site and its Worker for Pages into `dist/site` (or another folder), for the given API and internal project. The
 * handler pages are a build of their own, which shares no chunk with the larger rest, and have their documents prerendered.
 */
export function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  const part = (config: InlineConfig): InlineConfig => ({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(settings),
    logLevel: "warn",
    ...config,
  });
  return forProduction(async () => {
    await build(
      part({
        // Its files come with the other part.
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: true,
          manifest: MANIFESTS.handler,
          rolldownOptions: {
            input: { "handler-main": `${SITE}/handler.html` },
            output: { codeSplitting: handlerChunks },
          },
        },
      }),
    );
    await addHandlerDocuments(outDir, part);
    await build(
      part({
        build: {
          outDir,
          emptyOutDir: false,
          manifest: MANIFESTS.dashboard,
          rolldownOptions: { output: { codeSplitting: dashboardChunks } },
        },
      }),
    );
    await addPreloads(outDir);
    await build({
      configFile: false,
      envDir: false,
      publicDir: false,
      define: siteDefinitions(settings),
      build: {
        outDir,
        emptyOutDir: false,
        lib: { entry: `${SITE}/pages-worker.ts`, formats: ["es"], fileName: () => "_worker.js" },
      },
      logLevel: "warn",
    });
  });
}

/** Lists what the document's first module would find out one import after the other, by the paths of `_headers`. */
const PAGES: Readonly<Record<string, Entries>> = {
  "/": { dashboard: ["router-main.ts", "landing-page.tsx"] },
  "/projects": { dashboard: ["router-main.ts", "../dashboard/frame/frame.ts"] },
  "/projects/*": { dashboard: ["router-main.ts", "../dashboard/frame/frame.ts"] },
  "/purchase/*": { dashboard: ["purchase-main.ts", "purchase/purchase-root.tsx"] },
  "/handler/*": { handler: ["handler.html"] },
  "/handler/account-settings": { dashboard: ["account-main.ts"] },
};

/** Paths that a rule before theirs has as well. */
const WITHIN_OTHERS: readonly string[] = ["/handler/account-settings"];

/**
 * Adds to the site's `_headers` which files each page loads first, as `Link` headers (RFC 8288). The browser fetches
 * them with the document's first module and not after it. Cloudflare announces them before the document (103 Early
 * Hints).
 */
async function addPreloads(site: string): Promise<void> {
  const rules = Object.entries(PAGES).map(([pattern, entries]) =>
    [
      `\n${pattern}\n`,
      ...(WITHIN_OTHERS.includes(pattern) ? ["  ! Link\n"] : []),
      `  Link: ${filesOfEntries(site, entries).map(preload).join(", ")}\n`,
    ].join(""),
  );
  await appendFile(path.join(site, "_headers"), rules.join(""));
}

function preload(file: string): string {
  return file.endsWith(".css")
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload; crossorigin`;
}

/**
 * What the sign-in page loads is one chunk beside its own module: split up by which other pages share a part, it compresses
 * worse. Its module is in no group, or what imports it would load an empty chunk first.
 */
const handlerChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: "handler",
      test: /\/web\/(site\/(handler-pages|form-pages|document-form|brand|language|app|mount|hosted\/hosted-address)|react\/(forms\/credential-sign-in|pages\/parts\/(auth-methods|auth-page)))\.tsx?$|\/node_modules\/(react|react-dom|scheduler)\//,
    },
  ],
};

/**
 * Folders of which a page loads all that it has in common with another page, and pages of neither load nothing. What only the page of a
 * user loads is not loaded with their list.
 */
const folders = {
  editor: "(editor|metadata)/",
  "user-filters": "user-filters/",
  charts: "charts/",
  "api-keys": "api-keys/",
  setup: "(setup|overview|domains)/",
  "sign-in-methods": "sign-in-methods/",
  users: "users/(?!user/)",
  payments: "payments",
  emails: "emails",
  teams: "teams",
  webhooks: "webhooks",
  permissions: "permissions",
  "data-vault": "data-vault",
  appearance: "appearance",
  user: "users/user",
};

/**
 * A page of the dashboard loads few chunks, because many small ones cost a phone one round trip after the other. Each group takes
 * what those before it have left, so that no page loads another's code. The router with the landing page and small parts comes
 * first, then what is shown of signed-in users. The frame of the dashboard and what its sections share follow. Each page is a chunk
 * of its own.
 */
const dashboardChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // The first module of all, with Vite's own function that loads a module with its styles.
    { name: "load", test: /vite\/preload-helper|\/web\/site\/(main\.ts|index\.html)/ },
    {
      name: "router",
      test: /\/web\/site\/(router-root|routes|mount)|\/node_modules\/(react|react-dom|scheduler|lucide-react)\/|\/web\/ui\/(brand|buttons|feedback|layout|theme|data\/(code-block|avatar)).*\.tsx?$/,
    },
    {
      name: "signed-in",
      test: /\/node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/(ui\/(api-keys|data\/(?!data-table)|forms|overlays)|react\/(components|forms|queries)|kit\/(apps\/current-user|users|teams|account|api-keys)).*\.tsx?$/,
      minShareCount: 2,
    },
    {
      name: "dashboard",
      test: /\/web\/(kit\/(apps\/admin-app|server)|dashboard\/(api-url|dashboard|frame|shell|projects|translation\/(?!texts)|forms|code|lists|audit-log\/party-names|emails\/email-parts))/,
    },
    // Pages without a table load neither its parts nor the library.
    {
      name: "table",
      test: /\/node_modules\/@tanstack\/(table-core|react-table)\/|\/web\/(ui\/data\/data-table|dashboard\/table\/)/,
    },
    ...Object.entries(folders).map(([name, folder]) => ({
      name,
      test: new RegExp(`/web/dashboard/${folder}`),
      minShareCount: 2,
    })),
    // Pages of the components that the dashboard shows too, and their themes.
    { name: "components", test: /\/web\/react\/(pages|theme)\//, minShareCount: 2 },
    // Holds what sections have in common; none leaves for a sign-in elsewhere.
    {
      name: "sections",
      test: /\/web\/(dashboard|ui|react|kit)\/(?!connection\/authorization-request)/,
      minShareCount: 2,
    },
  ],
};
