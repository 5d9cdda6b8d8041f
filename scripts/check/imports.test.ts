import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { importDirections } from "./import-directions";
import { findForbiddenImports } from "./imports";

/** For each rule a file that breaks it: where it lies, what it says, and the complaint. */
const breaches: Record<string, { file: string; says: string; complaint: string }> = {
  "no-circles": {
    file: "worker/platform/clock.ts",
    says: 'import "./database";',
    complaint: "no-circles: worker/platform/clock.ts → worker/platform/database.ts → worker/platform/clock.ts",
  },
  "foundations-know-no-product": {
    file: "worker/protocol/router.ts",
    says: 'import type { Team } from "../features/teams/contract";',
    complaint: "foundations-know-no-product: worker/protocol/router.ts → worker/features/teams/contract.ts",
  },
  "slices-meet-at-the-door": {
    file: "worker/features/users/routes.ts",
    says: 'import { findTeam } from "../teams/queries";',
    complaint: "slices-meet-at-the-door: worker/features/users/routes.ts → worker/features/teams/queries.ts",
  },
  "slices-do-not-know-the-app": {
    file: "worker/features/users/routes.ts",
    says: 'import { app } from "../../app";',
    complaint: "slices-do-not-know-the-app: worker/features/users/routes.ts → worker/app.ts",
  },
  "worker-stands-alone": {
    file: "worker/platform/mail.ts",
    says: 'import { Client } from "../../web/kit/index";',
    complaint: "worker-stands-alone: worker/platform/mail.ts → web/kit/index.ts",
  },
  "web-takes-contracts-only": {
    file: "web/kit/user.ts",
    says: 'import type { Row } from "../../worker/features/teams/queries";',
    complaint: "web-takes-contracts-only: web/kit/user.ts → worker/features/teams/queries.ts",
  },
  "web-takes-types-only": {
    file: "web/kit/user.ts",
    says: 'import { Team } from "../../worker/features/teams/contract";',
    complaint: "web-takes-types-only: web/kit/user.ts → worker/features/teams/contract.ts",
  },
  "kit-stands-alone": {
    file: "web/kit/user.ts",
    says: 'import { Button } from "../ui/button";',
    complaint: "kit-stands-alone: web/kit/user.ts → web/ui/button.tsx",
  },
  "ui-stands-alone": {
    file: "web/ui/avatar.tsx",
    says: 'import type { Client } from "../kit/index";',
    complaint: "ui-stands-alone: web/ui/avatar.tsx → web/kit/index.ts",
  },
  "react-and-embed-know-no-page": {
    file: "web/react/sign-in.tsx",
    says: 'import { Rooms } from "../dashboard/rooms";',
    complaint: "react-and-embed-know-no-page: web/react/sign-in.tsx → web/dashboard/rooms.tsx",
  },
  "dashboard-knows-no-site": {
    file: "web/dashboard/users.tsx",
    says: 'import { routes } from "../site/routes";',
    complaint: "dashboard-knows-no-site: web/dashboard/users.tsx → web/site/routes.tsx",
  },
  "product-imports-no-test": {
    file: "worker/features/users/routes.ts",
    says: 'import { project } from "../../testing/project";',
    complaint: "product-imports-no-test: worker/features/users/routes.ts → worker/testing/project.ts",
  },
  "product-imports-no-dev-dependency": {
    file: "worker/features/users/routes.ts",
    says: 'import { parse } from "only-for-tests";',
    complaint:
      "product-imports-no-dev-dependency: worker/features/users/routes.ts → node_modules/only-for-tests/index.js",
  },
};

/** A small house in order; each module imports only what it may. */
const house: Record<string, string> = {
  "package.json": '{ "devDependencies": { "only-for-tests": "1.0.0" } }',
  "node_modules/only-for-tests/package.json": '{ "name": "only-for-tests", "version": "1.0.0", "main": "index.js" }',
  "node_modules/only-for-tests/index.js": "export const parse = 1;",
  "worker/app.ts": 'import { readTeam } from "./features/teams/index"; export const app = readTeam;',
  "worker/platform/database.ts": 'import "./clock"; export const now = 1;',
  "worker/platform/clock.ts": "export {};",
  "worker/features/teams/index.ts": 'export { findTeam as readTeam } from "./queries";',
  "worker/features/teams/contract.ts": "export interface Team { id: string }",
  "worker/features/teams/queries.ts":
    'import "../../platform/database"; export const findTeam = 1; export interface Row {}',
  "worker/features/users/users.test.ts": 'import { project } from "../../testing/project";',
  "worker/testing/project.ts": 'import { parse } from "only-for-tests"; export const project = parse;',
  "web/kit/index.ts": 'import type { Team } from "../../worker/features/teams/contract"; export class Client {}',
  "web/ui/button.tsx": "export const Button = 1;",
  "web/dashboard/rooms.tsx": 'import { Client } from "../kit/index"; export const Rooms = Client;',
  "web/site/routes.tsx": 'import { Rooms } from "../dashboard/rooms"; export const routes = Rooms;',
  "scripts/dev.ts": "export {};",
};

async function findIn(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), "house-"));
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
  it("complain of nothing in a house in order", async ({ expect }) => {
    expect(await findIn(house)).toEqual([]);
  });

  it.for(Object.entries(breaches))("%s is enforced", async ([, { file, says, complaint }], { expect }) => {
    expect(await findIn({ ...house, [file]: says })).toContain(complaint);
  });

  it("have a breach for every rule", ({ expect }) => {
    expect(Object.keys(breaches)).toEqual(importDirections.forbidden.map(({ name }) => name));
  });
});
