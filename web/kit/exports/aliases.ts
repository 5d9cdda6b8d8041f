// The reference's names for types that have another one here, so that a website only changes its import line.

import type { OAuthConnection } from "../account/own-objects";

export type { Permission as AdminProjectPermission, Permission as AdminTeamPermission } from "../account/permissions";
export type { CurrentServerUser as CurrentInternalServerUser } from "../apps/admin-app";
export type { CurrentUser as CurrentInternalUser } from "../apps/current-user";
export type {
  AdminAppOptions as StackAdminAppConstructorOptions,
  ClientAppOptions as StackClientAppConstructorOptions,
  ServerAppOptions as StackServerAppConstructorOptions,
} from "../connection/app-options";
export type {
  PermissionDefinition as AdminProjectPermissionDefinition,
  PermissionDefinition as AdminTeamPermissionDefinition,
  PermissionDefinitionCreateOptions as AdminProjectPermissionDefinitionCreateOptions,
  PermissionDefinitionCreateOptions as AdminTeamPermissionDefinitionCreateOptions,
  PermissionDefinitionUpdateOptions as AdminProjectPermissionDefinitionUpdateOptions,
  PermissionDefinitionUpdateOptions as AdminTeamPermissionDefinitionUpdateOptions,
} from "../operations/permission-definitions";
export type {
  AdminDomain as AdminDomainConfig,
  AdminOAuthProvider as AdminOAuthProviderConfig,
  AdminProjectConfigUpdate as AdminProjectConfigUpdateOptions,
} from "../projects/admin-project-config";
export type { ListUsersOptions as ServerListUsersOptions } from "../server/server-tier";
export type { User } from "../users/user";

/** An account that a user has elsewhere. */
export type Connection = Pick<OAuthConnection, "id">;
