import { appInternals } from "../app/internals";
import type { Connection } from "../connection/connection";
import { AdminProject, type AdminProjectUpdateOptions, projectBody } from "../projects/admin-project";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { GatehouseAdminApp } from "./admin-app";

export interface AdminProjectCreateOptions extends AdminProjectUpdateOptions {
  readonly displayName: string;
  /** The team of the internal project that is to own it. */
  readonly teamId: string;
}

/** A project reached through its owner: `app` administers it with the owner's session. */
export class AdminOwnedProject extends AdminProject {
  readonly app: GatehouseAdminApp;

  /** @internal */
  constructor(project: wire.AdminProject, app: GatehouseAdminApp, caller: Caller<"admin">) {
    super(project, caller);
    this.app = app;
  }
}

/**
 * The projects that the caller's user administers.
 * @internal
 */
export async function listOwnedProjects(owner: Caller, connection: Connection): Promise<AdminOwnedProject[]> {
  const { items } = await owner.read("GET /internal/projects");
  return items.map((project) => toOwnedProject(project, owner, connection));
}

/**
 * Makes a project for a team of the caller's user.
 * @internal
 */
export async function createOwnedProject(
  { teamId, displayName, ...options }: AdminProjectCreateOptions,
  owner: Caller,
  connection: Connection,
): Promise<AdminOwnedProject> {
  const body = { ...projectBody(options), display_name: displayName, owner_team_id: teamId };
  return toOwnedProject(await owner.write("POST /internal/projects", { body }), owner, connection);
}

function toOwnedProject(project: wire.AdminProject, owner: Caller, connection: Connection): AdminOwnedProject {
  const { baseUrl, extraRequestHeaders } = connection.options;
  const app = new GatehouseAdminApp(
    { projectId: project.id, projectOwnerSession: owner.session, tokenStore: null, baseUrl, extraRequestHeaders },
    connection.host,
  );
  // The owner's list shows this project too.
  app[appInternals].onWrite(async (changed) => {
    if (changed.includes("owned-projects")) await owner.announce("owned-projects");
  });
  return new AdminOwnedProject(project, app, app[appInternals].caller("admin"));
}
