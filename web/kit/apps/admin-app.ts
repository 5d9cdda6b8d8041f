import {
  type AdminAppOptions,
  publishableClientKeyOf,
  secretServerKeyOf,
  superSecretAdminKeyOf,
} from "../connection/app-options";
import type { Connection, Keys } from "../connection/connection";
import { Fault } from "../errors/fault";
import { type Host, realHost } from "../host/host";
import {
  type AuditEvents,
  auditEvents,
  type ExportAuditEventsOptions,
  exportAuditEvents,
} from "../operations/audit-events";
import { type EmailContent, emailContent } from "../operations/email-content";
import { type EmailDelivery, emailDelivery } from "../operations/email-delivery";
import { type InternalApiKeys, internalApiKeys } from "../operations/internal-api-keys";
import { type Payments, payments } from "../operations/payments";
import { type PermissionDefinitions, permissionDefinitions } from "../operations/permission-definitions";
import { type ProjectReads, projectReads } from "../operations/project";
import { AdminProject, type AdminProjectCreateOptions, projectBody, transferProject } from "../projects/admin-project";
import type { Caller } from "../requests/caller";
import { onWrite } from "../requests/refreshed-by";
import type * as wire from "../requests/wire";
import { tableOf } from "../rows/operation";
import { withMethods, withRows } from "../rows/with-rows";
import { ServerTier } from "../server/server-tier";
import { ServerUser } from "../server/users-and-teams";
import type { Session } from "../session/session";
import { type OwnUser, requireInternalProject, withSession } from "./own-user";

/** What an admin app has from the tables of the administration. */
export interface AdminMethods
  extends ProjectReads,
    InternalApiKeys,
    PermissionDefinitions,
    EmailContent,
    EmailDelivery,
    Payments,
    AuditEvents {}

// In one call, so that bundlers can leave it out: they take a spread for an effect.
export const adminMethods: AdminMethods = /* @__PURE__ */ (() => ({
  ...projectReads,
  ...internalApiKeys,
  ...permissionDefinitions,
  ...emailContent,
  ...emailDelivery,
  ...payments,
  ...auditEvents,
}))();

const administeredProject = /* @__PURE__ */ tableOf("admin", ({ read }) => ({
  getProject: read(
    "GET /internal/projects/current",
    () => ({}),
    (project, { caller, connection }) => {
      if (project.id !== connection.projectId) {
        throw new Fault(`The app is of the project ${connection.projectId}, but got the project ${project.id}`);
      }
      return new (connection.classOf(AdminProject))(project, caller, connection);
    },
    "project",
  ),
}));

// One module, because each refers to the other: an app has a current user, who has projects, of which each has an app.

/** Describes what the signed-in user has beside other users: a session, in an app of any tier. */
export interface Auth extends OwnUser<AdminOwnedProject> {}

/** The signed-in user in an app of the server tier: everything of {@link ServerUser}, and the session. */
export type CurrentServerUser = ServerUser & Auth;

const CurrentUser = /* @__PURE__ */ withSession(ServerUser, async () => ({ createOwnedProject, toOwnedProject }));

/** The app of a project's owner without the methods of its tables. */
abstract class AdminTier extends /* @__PURE__ */ withRows(ServerTier, administeredProject)<CurrentServerUser> {
  /** The project with all its settings. */
  declare getProject: typeof administeredProject.getProject;

  /** @internal */
  get userClass() {
    return CurrentUser;
  }
}

/** The app of a project's owner. Needs the super secret admin key, or the session of an owner. */
export class GatehouseAdminApp extends /* @__PURE__ */ withMethods(AdminTier, adminMethods) {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host, adminKeys(options));
  }

  /**
   * Reads what was done in the project as lines of JSON, newest first, with the names of the API: an event a line. Each text has as
   * many of them as one response, which is 40,000 at most.
   */
  exportAuditEvents(options: ExportAuditEventsOptions = {}): AsyncGenerator<string, void> {
    return exportAuditEvents(this.connection.caller("admin"), options);
  }
}

function adminKeys(options: AdminAppOptions): Keys {
  if (options.projectOwnerSession !== undefined) {
    return {
      publishableClientKey: null,
      secretServerKey: null,
      superSecretAdminKey: null,
      ownerSession: options.projectOwnerSession,
    };
  }
  return {
    publishableClientKey: publishableClientKeyOf(options),
    secretServerKey: secretServerKeyOf(options),
    superSecretAdminKey: superSecretAdminKeyOf(options),
    ownerSession: null,
  };
}

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
