export type { VerifiedUser, VerifyOptions } from "../backends/verification";
export type { DataVaultOptions, DataVaultStore } from "../data-vault/data-vault-store";
export type { SendEmailOptions } from "../emails/send-email";
export type { InlineOffer, ServerCheckoutOptions } from "../payments/purchases";
export type { ServerItem } from "../payments/server-item";
export type { ItemUsage, ItemUsageOptions } from "../payments/usage";
export type { LowBalance, WebhookEvent, WebhookEventType } from "../projects/webhook-events";
export type {
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
} from "../server/contact-channel";
export type { CurrentServerUser } from "../server/current-server-user";
export type {
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  ServerOAuthProviderUpdateOptions,
} from "../server/oauth-provider";
export {
  type ConvexUserOptions,
  GatehouseServerApp,
  GatehouseServerApp as StackServerApp,
  type ListUsersOptions,
  type PresentedApiKey,
  type UserPage,
} from "../server/server-app";
export type {
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
} from "../server/users-and-teams";
export { type ServerCookieOptions, setServerCookie } from "../session/token-store/cookie-jar";
