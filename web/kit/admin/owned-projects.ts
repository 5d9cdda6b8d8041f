import { onWrite } from "../app/on-write";
import { requireInternalProject } from "../client/own-user";
import type { Connection } from "../connection/connection";
import { AdminProject, type AdminProjectCreateOptions, projectBody, transferProject } from "../projects/admin-project";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import type { Session } from "../session/session";
import { GatehouseAdminApp } from "./admin-app";

/** A project reached through its owner: `app` administers it with the owner's session. */
export class AdminOwnedProject extends AdminProject {
  readonly app: GatehouseAdminApp;
  readonly #owner: Caller;

  /** @internal */
  constructor(project: wire.AdminProject, app: GatehouseAdminApp, owner: Caller) {
    super(project, app.callerOf("admin") as Caller<"admin">, app.connection);
    this.app = app;
    this.#owner = owner;
  }

  /** The same as of any project; without `user` it is done by the owner who lists it. */
  override async transfer(...args: [newTeamId: string] | Parameters<AdminProject["transfer"]>): Promise<void> {
    if (args.length === 1) await transferProject(this, args[0], this.#owner);
    else await super.transfer(...args);
  }
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
  requireInternalProject(connection);
  const body = { ...projectBody(options), display_name: displayName, owner_team_id: teamId };
  return toOwnedProject(await owner.write("POST /internal/projects", { body }), owner, connection);
}

/** @internal */
export function toOwnedProject(project: wire.AdminProject, owner: Caller, connection: Connection): AdminOwnedProject {
  return new AdminOwnedProject(project, administeringApp(project.id, owner, connection), owner);
}

/** One app for each project of a login, so that its cache of reads under way and its listeners are shared. */
const appsBySession = new WeakMap<Session, Map<string, GatehouseAdminApp>>();

/**
 * The app that administers a project with the owner's session. It can be made before it is known whether the owner does
 * administer that project.
 * @internal
 */
export function administeringApp(projectId: string, owner: Caller, connection: Connection): GatehouseAdminApp {
  const apps = appsBySession.get(owner.session) ?? new Map<string, GatehouseAdminApp>();
  appsBySession.set(owner.session, apps);
  const existing = apps.get(projectId);
  if (existing) return existing;
  const { baseUrl, extraRequestHeaders } = connection.options;
  const app = new GatehouseAdminApp(
    { projectId, projectOwnerSession: owner.session, tokenStore: null, baseUrl, extraRequestHeaders },
    connection.host,
  );
  // The owner's list shows this project too.
  onWrite(app.connection, async (changed) => {
    if (changed.includes("owned-projects")) await owner.announce("owned-projects");
  });
  apps.set(projectId, app);
  return app;
}
