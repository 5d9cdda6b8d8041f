import type { IFlattenedRuleSet } from "dependency-cruiser";

/** Files that are not shipped. */
export const TESTS = ["\\.(test|fixtures)\\.tsx?$", "/testing/", "^web/e2e/"];

/**
 * The directions in which modules may import each other: `site → dashboard → react → kit → contracts`, and
 * `app, jobs → features → db → config → protocol, platform`. `forbidden-imports.ts` applies them.
 */
export const importDirections = {
  forbidden: [
    {
      name: "no-circles",
      comment:
        "Two modules that need each other are one module, or miss a third. `folder-circles.ts` finds those by dynamic imports.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "foundations-import-no-product",
      comment: "The protocol and the platform import nothing else of the Worker.",
      severity: "error",
      from: { path: "^worker/(protocol|platform)/", pathNot: TESTS },
      to: { path: "^worker/", pathNot: "^worker/(protocol|platform)/" },
    },
    {
      name: "config-imports-foundations-only",
      comment: "The configuration document knows no table and no endpoint.",
      severity: "error",
      from: { path: "^worker/config/", pathNot: TESTS },
      to: { path: "^worker/", pathNot: "^worker/(config|protocol|platform)/" },
    },
    {
      name: "db-imports-no-feature",
      comment: "Statements depend on no endpoint: the contracts depend on what is stored, not the other way round.",
      severity: "error",
      from: { path: "^worker/db/", pathNot: TESTS },
      to: { path: "^worker/(features/|[^/]+$)" },
    },
    {
      name: "tables-stay-in-db",
      comment: "Only worker/db names tables; features use its statements.",
      severity: "error",
      from: { path: "^worker/", pathNot: ["^worker/db/", ...TESTS] },
      to: { path: "^worker/db/.*schema\\.ts$" },
    },
    {
      name: "sql-stays-in-db",
      comment: "Only worker/db builds SQL, on the connection that the platform opens.",
      severity: "error",
      from: { path: "^worker/", pathNot: ["^worker/db/", "^worker/platform/database\\.ts$", ...TESTS] },
      to: { path: "node_modules/drizzle-orm/" },
    },
    {
      name: "one-folder-for-each-table",
      comment: "A table is named by its own record; others join it by what that record exports. Foreign keys are free.",
      severity: "error",
      from: { path: "^worker/db/([^/]+)/", pathNot: ["/schema\\.ts$", ...TESTS] },
      to: { path: "^worker/db/.*schema\\.ts$", pathNot: "^worker/db/$1/" },
    },
    {
      name: "slices-meet-at-their-entry",
      comment: "Another slice is reached only through its index.ts (verbs) or contract.ts (shapes).",
      severity: "error",
      from: { path: "^worker/(features/.+)/[^/]+$", pathNot: TESTS },
      to: { path: "^worker/features/", pathNot: ["^worker/$1/", "/(index|contract)\\.ts$"] },
    },
    {
      name: "slices-import-no-app",
      comment: "The app gathers the slices; no slice imports what gathers it.",
      severity: "error",
      from: { path: "^worker/features/", pathNot: TESTS },
      to: { path: "^worker/[^/]+$" },
    },
    {
      name: "worker-imports-no-web",
      comment: "The Worker runs without the web and without the scripts.",
      severity: "error",
      from: { path: "^worker/", pathNot: TESTS },
      to: { path: "^(web|scripts)/" },
    },
    {
      name: "web-takes-contracts-only",
      comment: "The web imports the wire (contracts, error codes and types of events), and nothing else of the Worker.",
      severity: "error",
      from: { path: "^web/", pathNot: TESTS },
      to: {
        path: "^worker/",
        pathNot: [
          "/contract\\.ts$",
          "^worker/contracts\\.ts$",
          "^worker/protocol/(wire|known-errors/(index|families))\\.ts$",
          "^worker/db/(audit|outbox)/event-types\\.ts$",
        ],
      },
    },
    {
      name: "web-takes-types-only",
      comment:
        "Imports of the Worker are erased by the compiler (no zod in a browser), except for the families of error codes.",
      severity: "error",
      from: { path: "^web/", pathNot: TESTS },
      to: {
        path: "^worker/",
        pathNot: "^worker/protocol/known-errors/families\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "kit-imports-no-page",
      comment: "The kit is what a website embeds: no React, no design system, no page.",
      severity: "error",
      from: { path: "^web/kit/", pathNot: TESTS },
      to: { path: "^web/(react|embed|dashboard|site|ui)/" },
    },
    {
      name: "ui-imports-no-product",
      comment: "The design system contains no users, no projects and no pages.",
      severity: "error",
      from: { path: "^web/ui/", pathNot: TESTS },
      to: { path: "^web/(kit|react|embed|dashboard|site)/" },
    },
    {
      name: "react-imports-no-dashboard",
      comment: "Components that websites embed import no page of ours.",
      severity: "error",
      from: { path: "^web/react/", pathNot: TESTS },
      to: { path: "^web/(embed|dashboard|site)/" },
    },
    {
      name: "embed-imports-no-dashboard",
      comment: "The custom elements are what websites embed: no page of ours.",
      severity: "error",
      from: { path: "^web/embed/", pathNot: TESTS },
      to: { path: "^web/(dashboard|site)/" },
    },
    {
      name: "handler-pages-import-no-account-settings",
      comment:
        "The stylesheet of the handler pages (web/site/handler.css) leaves out what only account settings shows.",
      severity: "error",
      from: {
        path: "^web/react/pages/",
        pathNot: ["^web/react/pages/(handler\\.tsx|page-registry\\.ts|account-settings)", ...TESTS],
      },
      to: {
        path: [
          "^web/(react/pages/account-settings|ui/(api-keys|data|overlays))/",
          "^web/ui/buttons/(copy-button|theme-toggle)\\.tsx$",
          "^web/ui/forms/(checkbox|radio|range-field|search-field|select|switch)\\.tsx$",
          "^web/ui/layout/page-header\\.tsx$",
        ],
        reachable: true,
      },
    },
    {
      name: "dashboard-imports-no-site",
      comment: "The site mounts the dashboard, not the other way round.",
      severity: "error",
      from: { path: "^web/dashboard/", pathNot: TESTS },
      to: { path: "^web/site/" },
    },
    {
      name: "product-imports-no-test",
      comment: "What only tests need is not shipped.",
      severity: "error",
      from: { path: "^(worker|web)/", pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "product-imports-no-dev-dependency",
      comment: "What the product runs on is under dependencies.",
      severity: "error",
      from: { path: "^(worker|web)/", pathNot: TESTS },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
} satisfies IFlattenedRuleSet;
