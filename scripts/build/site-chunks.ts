import type { Rolldown } from "vite";

/** What the sign-in page loads is two chunks: split up by which other pages share a part, it compresses worse. */
export const handlerChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: "handler",
      test: /\/web\/(site\/(handler-pages|app|mount)|react\/forms\/credential-sign-in)\.tsx?$|\/node_modules\/preact\//,
    },
    { name: "sign-in", test: /\/web\/react\/pages\/sign-in\.tsx$/ },
  ],
};

/** Sections of several pages and dialogs, by their folders. */
const largeSections = [
  "users",
  "payments",
  "emails",
  "teams",
  "webhooks",
  "permissions",
  "data-vault",
  "appearance",
] as const;

/**
 * A page of the dashboard is few chunks: many small ones cost a phone one round trip after the other. Each group takes what
 * those before it have left, so that no page loads another's: small parts, what is shown of signed-in users, the router with
 * the landing page, the frame of the dashboard, what its sections share. Each section is a chunk of its own.
 */
export const dashboardChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // Vite's own function that loads a module with its styles, which the first module of all needs.
    { name: "load", test: /vite\/preload-helper|rolldown\/runtime/ },
    {
      name: "parts",
      test: /\/node_modules\/preact\/|\/web\/site\/mount|\/node_modules\/lucide-react\/|\/web\/ui\/(brand|buttons|feedback|layout|theme|data\/(code-block|avatar)).*\.tsx?$/,
    },
    {
      name: "signed-in",
      test: /\/node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/(ui\/(api-keys|data\/(?!data-table)|forms|overlays)|react\/(components|forms|queries)|kit\/(client\/current-user|users|teams|api-keys)).*\.tsx?$/,
      minShareCount: 2,
    },
    { name: "router", test: /\/web\/site\/(router-root|routes)\.tsx?$/ },
    {
      name: "dashboard",
      test: /\/web\/(kit\/(admin|server)|dashboard\/(api-url|dashboard|shell|projects|translation\/(?!catalogues)|translation\/catalogues\/en-US|forms|code))/,
    },
    // Pages without a table load neither its parts nor the library.
    {
      name: "table",
      test: /\/node_modules\/@tanstack\/(table-core|react-table)\/|\/web\/(ui\/data\/data-table|dashboard\/table\/)/,
    },
    // What the editor of code is made of, which is loaded when one is shown.
    {
      name: "editor",
      test: /\/node_modules\/(@codemirror\/(?!lang-)[^/]+|@lezer\/(common|lr|highlight)|style-mod|crelt|w3c-keyname|@marijn)\//,
    },
    // The code editor, which loads after the page that it is on.
    {
      name: "editor",
      test: /\/node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)\/|\/web\/dashboard\/editor\/(code-mirror|change-between)/,
    },
    // What the pages and dialogs of one section have in common, which no other section loads with them.
    ...largeSections.map((name) => ({ name, test: new RegExp(`/web/dashboard/${name}/`), minShareCount: 2 })),
    // What sections have in common.
    { name: "sections", test: /\/web\/(dashboard|ui|react|kit)\//, minShareCount: 2 },
  ],
};
