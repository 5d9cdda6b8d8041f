import type { Rolldown } from "vite";

/**
 * What the sign-in page loads is one chunk beside its own module: split up by which other pages share a part, it compresses
 * worse. Its module is in no group, or what imports it would load an empty chunk first.
 */
export const handlerChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: "handler",
      test: /\/web\/(site\/(handler-(pages|document)|document-form|brand-skeleton|page-location|language|app|mount|hosted\/hosted-address)|react\/(forms\/credential-sign-in|pages\/parts\/(auth-methods|auth-page|already-signed-in|page-heading|redirect-after-auth)))\.tsx?$|\/node_modules\/(react|react-dom|scheduler)\//,
    },
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
 * those before it have left, so that no page loads another's: the router with the landing page and small parts, what is shown
 * of signed-in users, the frame of the dashboard, what its sections share. Each section is a chunk of its own.
 */
export const dashboardChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // The first module of all, with Vite's own function that loads a module with its styles.
    { name: "load", test: /vite\/preload-helper|\/web\/site\/(main\.ts|index\.html)/ },
    {
      name: "router",
      test: /\/web\/site\/(router-root|routes|mount)|\/node_modules\/(react|react-dom|scheduler|lucide-react)\/|\/web\/ui\/(brand|buttons|feedback|layout|theme|data\/(code-block|avatar)).*\.tsx?$/,
    },
    {
      name: "signed-in",
      test: /\/node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/(ui\/(api-keys|data\/(?!data-table)|forms|overlays)|react\/(components|forms|queries)|kit\/(client\/current-user|users|teams|account|api-keys)).*\.tsx?$/,
      minShareCount: 2,
    },
    {
      name: "dashboard",
      test: /\/web\/(kit\/(admin|server)|dashboard\/(api-url|dashboard|frame|shell|projects|translation\/(?!catalogues)|forms|code|lists))/,
    },
    // Pages without a table load neither its parts nor the library.
    {
      name: "table",
      test: /\/node_modules\/@tanstack\/(table-core|react-table)\/|\/web\/(ui\/data\/data-table|dashboard\/table\/)/,
    },
    // What the pages and dialogs of one section have in common, which no other section loads with them.
    ...largeSections.map((name) => ({ name, test: new RegExp(`/web/dashboard/${name}/`), minShareCount: 2 })),
    // Pages of the components that the dashboard shows too, and their themes.
    { name: "components", test: /\/web\/react\/(pages|theme)\//, minShareCount: 2 },
    // What sections have in common; none leaves for a sign-in elsewhere.
    {
      name: "sections",
      test: /\/web\/(dashboard|ui|react|kit)\/(?!connection\/authorization-request)/,
      minShareCount: 2,
    },
  ],
};
