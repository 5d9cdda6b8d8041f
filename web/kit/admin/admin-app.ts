import {
  type AdminAppOptions,
  publishableClientKeyOf,
  secretServerKeyOf,
  superSecretAdminKeyOf,
} from "../connection/app-options";
import type { Keys } from "../connection/connection";
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
import { type Operation, run } from "../operations/operation";
import { type Payments, payments } from "../operations/payments";
import { type PermissionDefinitions, permissionDefinitions } from "../operations/permission-definitions";
import { type ProjectReads, projectReads } from "../operations/project";
import { withMethods } from "../operations/with-methods";
import { AdminProject } from "../projects/admin-project";
import { GatehouseServerApp } from "../server/server-app";

interface Methods
  extends ProjectReads,
    InternalApiKeys,
    PermissionDefinitions,
    EmailContent,
    EmailDelivery,
    Payments,
    AuditEvents {}

// In one call, so that bundlers can leave it out: they take a spread for an effect.
const methods: Methods = /* @__PURE__ */ (() => ({
  ...projectReads,
  ...internalApiKeys,
  ...permissionDefinitions,
  ...emailContent,
  ...emailDelivery,
  ...payments,
  ...auditEvents,
}))();

/** The app of a project's owner. Needs the super secret admin key, or the session of an owner. */
export class GatehouseAdminApp extends /* @__PURE__ */ withMethods(GatehouseServerApp, methods) {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host, adminKeys(options));
  }

  /** @internal */
  perform<Args extends readonly unknown[], R>(operation: Operation<Args, R>, args: Args): Promise<R> {
    return run(this.connection.caller(operation.tier), operation, args);
  }

  /** The project with all its settings. */
  override async getProject(): Promise<AdminProject> {
    const caller = this.connection.caller("admin");
    const project = await caller.read("GET /internal/projects/current");
    if (project.id !== this.projectId) {
      throw new Fault(`The app is of the project ${this.projectId}, but got the project ${project.id}`);
    }
    return new AdminProject(project, caller, this.connection);
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
