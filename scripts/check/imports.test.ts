import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { findFolderCircles } from "./folder-circles";
import { findForbiddenImports } from "./forbidden-imports";
import { importDirections } from "./import-directions";

/** For each rule a file that violates it, with its source and the line that reports it. */
const violations: Record<string, { file: string; source: string; violation: string }> = {
  "no-circles": {
    file: "worker/platform/clock.ts",
    source: 'import "./database";',
    violation: "no-circles: worker/platform/clock.ts → worker/platform/database.ts → worker/platform/clock.ts",
  },
  "foundations-import-no-product": {
    file: "worker/protocol/router.ts",
    source: 'import type { Team } from "../features/teams/contract";',
    violation: "foundations-import-no-product: worker/protocol/router.ts → worker/features/teams/contract.ts",
  },
  "config-imports-foundations-only": {
    file: "worker/config/areas.ts",
    source: 'import { selectTeam } from "../db/teams/queries";',
    violation: "config-imports-foundations-only: worker/config/areas.ts → worker/db/teams/queries.ts",
  },
  "db-imports-no-feature": {
    file: "worker/db/users/changes.ts",
    source: 'import { readTeam } from "../../features/teams/index";',
    violation: "db-imports-no-feature: worker/db/users/changes.ts → worker/features/teams/index.ts",
  },
  "tables-stay-in-db": {
    file: "worker/features/users/routes.ts",
    source: 'import { teams } from "../../db/teams/schema";',
    violation: "tables-stay-in-db: worker/features/users/routes.ts → worker/db/teams/schema.ts",
  },
  "sql-stays-in-db": {
    file: "worker/features/users/routes.ts",
    source: 'import { eq } from "drizzle-orm";',
    violation: "sql-stays-in-db: worker/features/users/routes.ts → node_modules/drizzle-orm/index.js",
  },
  "one-folder-for-each-table": {
    file: "worker/db/users/queries.ts",
    source: 'import { teams } from "../teams/schema";',
    violation: "one-folder-for-each-table: worker/db/users/queries.ts → worker/db/teams/schema.ts",
  },
  "slices-meet-at-their-entry": {
    file: "worker/features/users/routes.ts",
    source: 'import { removeTeam } from "../teams/remove-team";',
    violation: "slices-meet-at-their-entry: worker/features/users/routes.ts → worker/features/teams/remove-team.ts",
  },
  "slices-import-no-app": {
    file: "worker/features/users/routes.ts",
    source: 'import { app } from "../../app";',
    violation: "slices-import-no-app: worker/features/users/routes.ts → worker/app.ts",
  },
  "worker-imports-no-web": {
    file: "worker/platform/mail.ts",
    source: 'import { Client } from "../../web/kit/index";',
    violation: "worker-imports-no-web: worker/platform/mail.ts → web/kit/index.ts",
  },
  "web-takes-contracts-only": {
    file: "web/kit/user.ts",
    source: 'import type { Row } from "../../worker/db/teams/queries";',
    violation: "web-takes-contracts-only: web/kit/user.ts → worker/db/teams/queries.ts",
  },
  "web-takes-types-only": {
    file: "web/kit/user.ts",
    source: 'import { Team } from "../../worker/features/teams/contract";',
    violation: "web-takes-types-only: web/kit/user.ts → worker/features/teams/contract.ts",
  },
  "kit-imports-no-page": {
    file: "web/kit/user.ts",
    source: 'import { Button } from "../ui/button";',
    violation: "kit-imports-no-page: web/kit/user.ts → web/ui/button.tsx",
  },
  "ui-imports-no-product": {
    file: "web/ui/avatar.tsx",
    source: 'import type { Client } from "../kit/index";',
    violation: "ui-imports-no-product: web/ui/avatar.tsx → web/kit/index.ts",
  },
  "react-imports-no-dashboard": {
    file: "web/react/sign-in.tsx",
    source: 'import { Pages } from "../dashboard/pages";',
    violation: "react-imports-no-dashboard: web/react/sign-in.tsx → web/dashboard/pages.tsx",
  },
  "embed-imports-no-dashboard": {
    file: "web/embed/elements.ts",
    source: 'import { Pages } from "../dashboard/pages";',
    violation: "embed-imports-no-dashboard: web/embed/elements.ts → web/dashboard/pages.tsx",
  },
  "handler-pages-import-no-account-settings": {
    file: "web/react/pages/sign-in.tsx",
    source: 'import { Dialog } from "../../ui/overlays/dialog";',
    violation: "handler-pages-import-no-account-settings: web/react/pages/sign-in.tsx → web/ui/overlays/dialog.tsx",
  },
  "dashboard-imports-no-site": {
    file: "web/dashboard/users.tsx",
    source: 'import { routes } from "../site/routes";',
    violation: "dashboard-imports-no-site: web/dashboard/users.tsx → web/site/routes.tsx",
  },
  "product-imports-no-test": {
    file: "worker/features/users/routes.ts",
    source: 'import { project } from "../../testing/project";',
    violation: "product-imports-no-test: worker/features/users/routes.ts → worker/testing/project.ts",
  },
  "product-imports-no-dev-dependency": {
    file: "worker/features/users/routes.ts",
    source: 'import { parse } from "only-for-tests";',
    violation:
      "product-imports-no-dev-dependency: worker/features/users/routes.ts → node_modules/only-for-tests/index.js",
  },
};

/** A small repository without violations; each module imports only what it may. */
const repository: Record<string, string> = {
  "package.json": '{ "devDependencies": { "only-for-tests": "1.0.0" }, "dependencies": { "drizzle-orm": "1.0.0" } }',
  "node_modules/only-for-tests/package.json": '{ "name": "only-for-tests", "version": "1.0.0", "main": "index.js" }',
  "node_modules/only-for-tests/index.js": "export const parse = 1;",
  "node_modules/drizzle-orm/package.json": '{ "name": "drizzle-orm", "version": "1.0.0", "main": "index.js" }',
  "node_modules/drizzle-orm/index.js": "export const eq = 1;",
  "worker/app.ts": 'import { readTeam } from "./features/teams/index"; export const app = readTeam;',
  "worker/platform/database.ts": 'import "./clock"; export const now = 1;',
  "worker/platform/clock.ts": "export {};",
  "worker/db/teams/schema.ts": "export const teams = 1;",
  "worker/db/teams/queries.ts":
    'import { eq } from "drizzle-orm"; import { teams } from "./schema"; export const selectTeam = [eq, teams]; export interface Row {}',
  "worker/db/users/schema.ts": 'import { teams } from "../teams/schema"; export const users = teams;',
  "worker/features/teams/index.ts": 'export { removeTeam as readTeam } from "./remove-team";',
  "worker/features/teams/contract.ts": "export interface Team { id: string }",
  "worker/features/teams/remove-team.ts":
    'import { selectTeam } from "../../db/teams/queries"; export const removeTeam = selectTeam;',
  "worker/features/users/users.test.ts": 'import { project } from "../../testing/project";',
  "worker/testing/project.ts": 'import { parse } from "only-for-tests"; export const project = parse;',
  "web/kit/index.ts": 'import type { Team } from "../../worker/features/teams/contract"; export class Client {}',
  "web/ui/button.tsx": "export const Button = 1;",
  "web/ui/overlays/dialog.tsx": "export const Dialog = 1;",
  "web/dashboard/pages.tsx": 'import { Client } from "../kit/index"; export const Pages = Client;',
  "web/site/routes.tsx": 'import { Pages } from "../dashboard/pages"; export const routes = Pages;',
  "scripts/dev.ts": "export {};",
  "bench/run.ts": "export {};",
};

async function findIn(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), "gatehouse-imports-"));
  try {
    for (const [file, contents] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), contents);
    }
    return await findForbiddenImports(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

describe("import directions", () => {
  it("report nothing in a repository without violations", async ({ expect }) => {
    expect(await findIn(repository)).toEqual([]);
  });

  it.for(Object.entries(violations))("%s is enforced", async ([, { file, source, violation }], { expect }) => {
    expect(await findIn({ ...repository, [file]: source })).toContain(violation);
  });

  it("have a violation for every rule", ({ expect }) => {
    expect(Object.keys(violations)).toEqual(importDirections.forbidden.map(({ name }) => name));
  });

  it("report a circle between two folders whose files form none", async ({ expect }) => {
    const files = {
      "worker/features/users/routes.ts": 'import { readTeam } from "../teams/index";',
      "worker/features/users/index.ts": "export const readUser = 1;",
      "worker/features/teams/members.ts": 'import { readUser } from "../users/index";',
    };
    expect(await findIn({ ...repository, ...files })).toEqual([
      "no-folder-circles: worker/features: worker/features/teams/members.ts → worker/features/users/index.ts, worker/features/users/routes.ts → worker/features/teams/index.ts",
    ]);
  });

  it("report a circle between two folders that a dynamic import closes", async ({ expect }) => {
    const files = {
      "web/ui/forms/field.ts": 'export const picker = () => import("../overlays/picker");',
      "web/ui/forms/label.ts": "export const label = 1;",
      "web/ui/overlays/picker.ts": 'import { label } from "../forms/label"; export const picker = label;',
    };
    expect(await findIn({ ...repository, ...files })).toEqual([
      "no-folder-circles: web/ui: web/ui/forms/field.ts → web/ui/overlays/picker.ts, web/ui/overlays/picker.ts → web/ui/forms/label.ts",
    ]);
  });

  it("report a circle between two files of a folder that a dynamic import closes", async ({ expect }) => {
    const files = {
      "worker/platform/mail.ts": 'export const open = () => import("./mail-connection");',
      "worker/platform/mail-connection.ts": 'import { open } from "./mail"; export const reopen = open;',
    };
    expect(await findIn({ ...repository, ...files })).toEqual([
      "no-folder-circles: worker/platform: worker/platform/mail-connection.ts → worker/platform/mail.ts, worker/platform/mail.ts → worker/platform/mail-connection.ts",
    ]);
  });

  it.for(["scripts", "bench"])("report a circle between two folders of %s", async (root, { expect }) => {
    const files = {
      [`${root}/build/site.ts`]: 'import { port } from "../dev/ports"; export const site = port;',
      [`${root}/dev/api.ts`]: 'import { site } from "../build/site"; export const api = site;',
      [`${root}/dev/ports.ts`]: "export const port = 1;",
    };
    expect(await findIn({ ...repository, ...files })).toEqual([
      `no-folder-circles: ${root}: ${root}/build/site.ts → ${root}/dev/ports.ts, ${root}/dev/api.ts → ${root}/build/site.ts`,
    ]);
  });
});

/** `a/b.ts > c/d.ts` as an import. */
const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = "", to = ""] = line.split(" > ");
    return { from, to };
  });

describe("circles between folders", () => {
  it("are found where no two files import each other", ({ expect }) => {
    expect(findFolderCircles(imports("app/a/1.ts > app/b/1.ts", "app/b/2.ts > app/a/2.ts"), ["app"])).toEqual([
      "no-folder-circles: app: app/a/1.ts → app/b/1.ts, app/b/2.ts → app/a/2.ts",
    ]);
  });

  it("are found at any depth, and between a folder and a file beside it", ({ expect }) => {
    const found = findFolderCircles(imports("app/x/y/a/1.ts > app/x/y/b.ts", "app/x/y/b.ts > app/x/y/a/2.ts"), ["app"]);
    expect(found).toEqual(["no-folder-circles: app/x/y: app/x/y/a/1.ts → app/x/y/b.ts, app/x/y/b.ts → app/x/y/a/2.ts"]);
  });

  it("are found through a third folder", ({ expect }) => {
    const lines = ["app/a/1.ts > app/b/1.ts", "app/b/1.ts > app/c/1.ts", "app/c/1.ts > app/a/1.ts"];
    expect(findFolderCircles(imports(...lines), ["app"])).toHaveLength(1);
  });

  it("are none where imports run one way, within one folder, or outside the roots", ({ expect }) => {
    const lines = ["app/a/1.ts > app/b/1.ts", "app/a/2.ts > app/b/2.ts", "app/a/1.ts > app/a/2.ts"];
    expect(findFolderCircles(imports(...lines, "lib/a/1.ts > lib/b/1.ts", "lib/b/1.ts > lib/a/1.ts"), ["app"])).toEqual(
      [],
    );
  });
});
