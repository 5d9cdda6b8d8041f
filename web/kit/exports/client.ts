export type {
  ContactChannel,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
} from "../account/contact-channel";
export type {
  EditableTeamMemberProfile,
  ReceivedTeamInvitation,
  TeamInvitation,
  TeamInviteOptions,
  TeamMember,
  TeamMemberProfile,
  TeamMemberProfileUpdateOptions,
  TeamUser,
} from "../account/members";
export type {
  OAuthProvider,
  OAuthProviderUpdateOptions,
} from "../account/oauth-provider";
export type {
  ActiveSession,
  BrowserInfo,
  NotificationCategory,
  OAuthConnection,
  Passkey,
  UserConnectedAccount,
} from "../account/own-objects";
export type { ListPermissionsOptions, Permission, TeamReference } from "../account/permissions";
export type { ApiKey, ApiKeyCreateOptions, ApiKeyUpdateOptions } from "../api-keys/api-key";
export type { KeyUse, MaskedKey, RollOptions } from "../api-keys/key-validity";
export { alertOnError } from "../app/alert-on-error";
export type {
  GetPartialUserOptions,
  GetUserOptions,
  GetUserOptions as GetCurrentUserOptions,
  GetUserOrElseOptions,
} from "../app/app";
export {
  type AppInternals,
  appInternals,
  type StackAppInternals,
  stackAppInternals,
} from "../app/internals";
export type { ClientAppJson } from "../app/serialisation";
export type { Auth } from "../apps/admin-app";
export { clientAppFromJson, GatehouseClientApp, GatehouseClientApp as StackClientApp } from "../apps/client-app";
export type { CurrentUser } from "../apps/current-user";
export type {
  AdminAppOptions,
  BaseUrl,
  ClientAppOptions,
  OAuthScopesOnSignIn,
  ServerAppOptions,
} from "../connection/app-options";
export { type ConvexProvider, getConvexProvidersConfig } from "../connection/convex";
export type { RedirectMethod, RedirectOptions } from "../connection/redirects";
export { type HandlerUrlName, type HandlerUrls, mfaAttemptCodeKey } from "../connection/urls";
export { Fault } from "../errors/fault";
export {
  isKnownError,
  KnownError,
  type KnownErrorKind,
  type KnownErrorName,
  KnownErrors,
} from "../errors/known-error";
export { RequestError } from "../errors/request-error";
export type { Result } from "../errors/result";
export type { CustomerReference, Item, ItemReference } from "../payments/item";
export type { CheckoutOptions } from "../payments/purchases";
export type { Project, ProjectAppearance, ProjectConfig } from "../projects/project";
export type { Json } from "../requests/json";
export { ConnectionError } from "../requests/retries";
export type { Resource, SignOutListener, WriteListener } from "../requests/writes";
export type { RestrictedReason } from "../session/access-token";
export type { CookieJar, RequestLike, TokenPair, TokenStoreInit } from "../session/token-store/token-store";
export type { CliLoginOptions } from "../sign-in/cli-login";
export type { TeamInvitationPreview } from "../sign-in/emailed-codes";
export type { SignOutOptions, TokenSource as Session } from "../sign-in/own-session";
export type { Reauthentication, ReauthenticationError } from "../sign-in/reauthentication";
export type { Team, TeamCreateOptions, TeamUpdateOptions } from "../teams/team";
export type { ConvexContext, PartialUser } from "../users/partial-user";
export type { ConnectedAccountOptions, UserUpdateOptions } from "../users/user";
