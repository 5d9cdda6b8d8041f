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
import { type Payments, payments } from "../operations/payments";
import { type PermissionDefinitions, permissionDefinitions } from "../operations/permission-definitions";
import { type ProjectReads, projectReads } from "../operations/project";
import { AdminProject } from "../projects/admin-project";
import { tableOf } from "../rows/operation";
import { withMethods, withRows } from "../rows/with-rows";
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

/** The app of a project's owner. Needs the super secret admin key, or the session of an owner. */
export class GatehouseAdminApp extends /* @__PURE__ */ withMethods(
  /* @__PURE__ */ withRows(GatehouseServerApp, administeredProject),
  methods,
) {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host, adminKeys(options));
  }

  /** The project with all its settings. */
  declare getProject: typeof administeredProject.getProject;

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
