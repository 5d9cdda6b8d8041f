export type { ActiveSession, TokenSource as Session } from "./active-session";
export type { AdminProject, AdminProjectUpdateOptions, ProductionModeError } from "./admin-project";
export type {
  AdminDomain,
  AdminEmailConfig,
  AdminOAuthProvider,
  AdminProjectConfig,
  AdminProjectConfigUpdate,
} from "./admin-project-config";
export type { ApiKey, ApiKeyCreateOptions, ApiKeyUpdateOptions } from "./api-key";
export type { AdminAppOptions, BaseUrl, ClientAppOptions, ServerAppOptions } from "./app-options";
export { GatehouseAdminApp, GatehouseAdminApp as StackAdminApp } from "./apps/admin-app";
export {
  GatehouseClientApp,
  GatehouseClientApp as StackClientApp,
  type GetUserOptions,
  type GetUserOptions as GetCurrentUserOptions,
  type GetUserOrElseOptions,
} from "./apps/client-app";
export { clientAppFromJson } from "./apps/client-app-from-json";
export { type AppInternals, appInternals } from "./apps/internals";
export type { ClientAppJson } from "./apps/serialisation";
export {
  GatehouseServerApp,
  GatehouseServerApp as StackServerApp,
  type ListUsersOptions,
  type PresentedApiKey,
  type UserPage,
} from "./apps/server-app";
export type { CliLoginOptions } from "./cli-login";
export type { OAuthConnection } from "./connected-account";
export type {
  ContactChannel,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
} from "./contact-channel";
export type { CurrentUser } from "./current-user";
export { Fault } from "./fault";
export type { Host, Page } from "./host";
export type {
  InternalApiKey,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
  MaskedKey,
} from "./internal-api-key";
export type { Json } from "./json";
export {
  isKnownError,
  KnownError,
  type KnownErrorKind,
  type KnownErrorName,
  KnownErrors,
} from "./known-error";
export type { NotificationCategory } from "./notification-category";
export type {
  OAuthProvider,
  OAuthProviderUpdateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  ServerOAuthProviderUpdateOptions,
} from "./oauth-provider";
export type { Auth, SignOutOptions } from "./own-session";
export type { AdminOwnedProject, AdminProjectCreateOptions } from "./owned-projects";
export type { PartialUser } from "./partial-user";
export type {
  PermissionDefinition,
  PermissionDefinitionCreateOptions,
  PermissionDefinitionUpdateOptions,
} from "./permission-definitions";
export type { ListPermissionsOptions, Permission, TeamReference } from "./permissions";
export type { Project, ProjectConfig } from "./project";
export type { RedirectMethod, RedirectOptions } from "./redirects";
export { RequestError } from "./request-error";
export type { Result } from "./result";
export { ConnectionError } from "./retries";
export type { ServerTeam, ServerTeamCreateOptions, ServerTeamUpdateOptions } from "./server-team";
export type { ServerTeamUser } from "./server-team-users";
export type { CurrentServerUser, ServerUser, ServerUserCreateOptions, ServerUserUpdateOptions } from "./server-user";
export { mfaAttemptCodeKey } from "./sign-in";
export type { Team, TeamCreateOptions, TeamInviteOptions, TeamUpdateOptions } from "./team";
export type {
  EditableTeamMemberProfile,
  TeamInvitation,
  TeamMemberProfile,
  TeamMemberProfileUpdateOptions,
  TeamUser,
} from "./team-members";
export type { RequestLike, TokenPair, TokenStoreInit } from "./token-store/token-store";
export type { HandlerUrlName, HandlerUrls } from "./urls";
export type { ConnectedAccountOptions, UserUpdateOptions } from "./user";
export type { Resource, WriteListener } from "./writes";
