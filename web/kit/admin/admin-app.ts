import {
  type AdminAppOptions,
  publishableClientKeyOf,
  secretServerKeyOf,
  superSecretAdminKeyOf,
} from "../connection/app-options";
import type { Keys } from "../connection/connection";
import { Fault } from "../errors/fault";
import { type Host, realHost } from "../host/host";
import { AdminProject } from "../projects/admin-project";
import {
  InternalApiKey,
  type InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from "../projects/internal-api-key";
import {
  createPermissionDefinition,
  deletePermissionDefinition,
  listPermissionDefinitions,
  type PermissionDefinition,
  type PermissionDefinitionCreateOptions,
  type PermissionDefinitionUpdateOptions,
  updatePermissionDefinition,
} from "../projects/permission-definitions";
import { GatehouseServerApp } from "../server/server-app";

/** The app of a project's owner. Needs the super secret admin key, or the session of an owner. */
export class GatehouseAdminApp extends GatehouseServerApp {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host, adminKeys(options));
  }

  /** The project with all its settings. */
  override async getProject(): Promise<AdminProject> {
    const caller = this.connection.caller("admin");
    const project = await caller.read("GET /internal/projects/current");
    if (project.id !== this.projectId) {
      throw new Fault(`The app is of the project ${this.projectId}, but was answered with the project ${project.id}`);
    }
    return new AdminProject(project, caller, this.connection);
  }

  /** Every set of project keys, newest first, also those that no longer work. */
  async listInternalApiKeys(): Promise<InternalApiKey[]> {
    const caller = this.connection.caller("admin");
    const { items } = await caller.read("GET /internal/api-keys");
    return items.map((key) => new InternalApiKey(key, caller));
  }

  /** Makes a set of project keys. This is the only time that they can be read. */
  async createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView> {
    const caller = this.connection.caller("admin");
    const body = {
      description: options.description,
      expires_at_millis: options.expiresAt.getTime(),
      has_publishable_client_key: options.hasPublishableClientKey,
      has_secret_server_key: options.hasSecretServerKey,
      has_super_secret_admin_key: options.hasSuperSecretAdminKey,
    };
    return new InternalApiKeyFirstView(await caller.write("POST /internal/api-keys", { body }), caller);
  }

  /** The permissions that can be granted in a team. */
  listTeamPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return listPermissionDefinitions(this.connection.caller("admin"), "team");
  }

  /** Defines a permission that can be granted in a team. */
  createTeamPermissionDefinition(options: PermissionDefinitionCreateOptions): Promise<PermissionDefinition> {
    return createPermissionDefinition(this.connection.caller("admin"), "team", options);
  }

  /** Changes the given fields of a permission. */
  updateTeamPermissionDefinition(id: string, options: PermissionDefinitionUpdateOptions): Promise<void> {
    return updatePermissionDefinition(this.connection.caller("admin"), "team", id, options);
  }

  /** Deletes a permission, and revokes it from all users. */
  deleteTeamPermissionDefinition(id: string): Promise<void> {
    return deletePermissionDefinition(this.connection.caller("admin"), "team", id);
  }

  /** The permissions that can be granted in the project. */
  listProjectPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return listPermissionDefinitions(this.connection.caller("admin"), "project");
  }

  /** Defines a permission that can be granted in the project. */
  createProjectPermissionDefinition(options: PermissionDefinitionCreateOptions): Promise<PermissionDefinition> {
    return createPermissionDefinition(this.connection.caller("admin"), "project", options);
  }

  /** Changes the given fields of a permission. */
  updateProjectPermissionDefinition(id: string, options: PermissionDefinitionUpdateOptions): Promise<void> {
    return updatePermissionDefinition(this.connection.caller("admin"), "project", id, options);
  }

  /** Deletes a permission, and revokes it from all users. */
  deleteProjectPermissionDefinition(id: string): Promise<void> {
    return deletePermissionDefinition(this.connection.caller("admin"), "project", id);
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
