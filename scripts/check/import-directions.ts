import type { IFlattenedRuleSet, IReachabilityForbiddenRuleType, IRegularForbiddenRuleType } from "dependency-cruiser";

/** Files that are not shipped. */
export const TESTS = ["\\.(test|fixtures)\\.tsx?$", "/testing/", "^web/e2e/"];

interface Direction {
  comment: string;
  /** Matches what may not import it, but for tests and what `except` matches. */
  from: string;
  except?: string[];
  to: IRegularForbiddenRuleType["to"] | IReachabilityForbiddenRuleType["to"];
}

const directions: Record<string, Direction> = {
  "foundations-import-no-product": {
    comment: "The protocol and the platform import nothing else of the Worker.",
    from: "^worker/(protocol|platform)/",
    to: { path: "^worker/", pathNot: "^worker/(protocol|platform)/" },
  },
  "config-imports-foundations-only": {
    comment: "The configuration document knows no table and no endpoint.",
    from: "^worker/config/",
    to: { path: "^worker/", pathNot: "^worker/(config|protocol|platform)/" },
  },
  "db-imports-no-feature": {
    comment: "Statements depend on no endpoint: the contracts depend on what is stored, not the other way round.",
    from: "^worker/db/",
    to: { path: "^worker/(features/|[^/]+$)" },
  },
  "tables-stay-in-db": {
    comment: "Only worker/db names tables; features use its statements.",
    from: "^worker/",
    except: ["^worker/db/"],
    to: { path: "^worker/db/.*schema\\.ts$" },
  },
  "sql-stays-in-db": {
    comment: "Only worker/db builds SQL, on the connection that the platform opens.",
    from: "^worker/",
    except: ["^worker/db/", "^worker/platform/database\\.ts$"],
    to: { path: "node_modules/drizzle-orm/" },
  },
  "one-folder-for-each-table": {
    comment: "A table is named by its own record; others join it by what that record exports. Foreign keys are free.",
    from: "^worker/db/([^/]+)/",
    except: ["/schema\\.ts$"],
    to: { path: "^worker/db/.*schema\\.ts$", pathNot: "^worker/db/$1/" },
  },
  "slices-meet-at-their-entry": {
    comment: "Another slice is reached only through its index.ts (verbs) or contract.ts (shapes).",
    from: "^worker/(features/.+)/[^/]+$",
    to: { path: "^worker/features/", pathNot: ["^worker/$1/", "/(index|contract)\\.ts$"] },
  },
  "slices-import-no-app": {
    comment: "The app gathers the slices; no slice imports what gathers it.",
    from: "^worker/features/",
    to: { path: "^worker/[^/]+$" },
  },
  "worker-imports-no-web": {
    comment: "The Worker runs without the web and without the scripts.",
    from: "^worker/",
    to: { path: "^(web|scripts)/" },
  },
  "web-takes-contracts-only": {
    comment: "The web imports the wire (contracts, error codes and types of events), and nothing else of the Worker.",
    from: "^web/",
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
  "web-takes-types-only": {
    comment:
      "Imports of the Worker are erased by the compiler (no zod in a browser), except for the families of error codes.",
    from: "^web/",
    to: {
      path: "^worker/",
      pathNot: "^worker/protocol/known-errors/families\\.ts$",
      dependencyTypesNot: ["type-only"],
    },
  },
  "kit-imports-no-page": {
    comment: "The kit is what a website embeds: no React, no design system, no page.",
    from: "^web/kit/",
    to: { path: "^web/(react|embed|dashboard|site|ui)/" },
  },
  "ui-imports-no-product": {
    comment: "The design system contains no users, no projects and no pages.",
    from: "^web/ui/",
    to: { path: "^web/(kit|react|embed|dashboard|site)/" },
  },
  "react-imports-no-dashboard": {
    comment: "Components that websites embed import no page of ours.",
    from: "^web/react/",
    to: { path: "^web/(embed|dashboard|site)/" },
  },
  "embed-imports-no-dashboard": {
    comment: "The custom elements are what websites embed: no page of ours.",
    from: "^web/embed/",
    to: { path: "^web/(dashboard|site)/" },
  },
  "handler-pages-import-no-account-settings": {
    comment: "The stylesheet of the handler pages (web/site/handler.css) leaves out what only account settings shows.",
    from: "^web/react/pages/",
    except: ["^web/react/pages/(handler\\.tsx|page-registry\\.ts|account-settings)"],
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
  "dashboard-imports-no-site": {
    comment: "The site mounts the dashboard, not the other way round.",
    from: "^web/dashboard/",
    to: { path: "^web/site/" },
  },
  "product-imports-no-test": {
    comment: "What only tests need is not shipped.",
    from: "^(worker|web)/",
    to: { path: TESTS },
  },
  "product-imports-no-dev-dependency": {
    comment: "What the product runs on is under dependencies.",
    from: "^(worker|web)/",
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
};

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
    ...Object.entries(directions).map(([name, { comment, from, except = [], to }]) => ({
      name,
      comment,
      severity: "error" as const,
      from: { path: from, pathNot: [...except, ...TESTS] },
      to,
    })),
  ],
} satisfies IFlattenedRuleSet;
