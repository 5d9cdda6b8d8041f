export type { CurrentServerUser } from "../apps/admin-app";
export { GatehouseServerApp, GatehouseServerApp as StackServerApp } from "../apps/server-app";
export type { VerifiedUser, VerifyOptions } from "../backends/verification";
export type { DataVaultOptions, DataVaultStore } from "../data-vault/data-vault-store";
export type { ItemUsage, ItemUsageOptions } from "../payments/item";
export type { InlineOffer, ServerCheckoutOptions } from "../payments/purchases";
export type { ServerItem } from "../payments/server-item";
export type { LowBalance, WebhookEvent, WebhookEventType } from "../projects/webhook-events";
export type {
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  ServerOAuthProviderUpdateOptions,
} from "../server/account";
export type {
  ConvexUserOptions,
  ListTeamsOptions,
  ListUsersOptions,
  PresentedApiKey,
  SendEmailOptions,
  TeamPage,
  UserPage,
} from "../server/server-tier";
export type {
  RiskScores,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
} from "../server/users-and-teams";
export { type ServerCookieOptions, setServerCookie } from "../session/token-store/cookie-jar";
