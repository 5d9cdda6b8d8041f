import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { type ProjectConfig, toProjectConfig } from "./project";

type OAuthProviderBody = NonNullable<NonNullable<wire.ProjectUpdate["config"]>["oauth_providers"]>[number];

/** A provider that users may sign in with: on keys shared by all projects, or on the project's own. */
export type AdminOAuthProvider = {
  readonly id: string;
  /** False for one that is switched off but kept, else undefined. */
  readonly enabled?: boolean;
} & (
  | { readonly type: "shared" }
  | {
      readonly type: "standard";
      readonly clientId: string;
      readonly clientSecret: string;
      readonly facebookConfigId?: string;
      readonly microsoftTenantId?: string;
    }
);

/** The mail server: the one all projects share, or the project's own. */
export type AdminEmailConfig =
  | { readonly type: "shared" }
  | {
      readonly type: "standard";
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly password: string;
      readonly senderName: string;
      readonly senderEmail: string;
    };

export interface AdminDomain {
  /** With scheme; `*` stands for one label, `**` for several. */
  readonly domain: string;
  readonly handlerPath: string;
}

/** The settings of a project as its owner sees them. */
export interface AdminProjectConfig extends ProjectConfig {
  readonly allowLocalhost: boolean;
  readonly createTeamOnSignUp: boolean;
  /** Is true if clients have to send a publishable client key. */
  readonly requirePublishableClientKey: boolean;
  readonly oauthAccountMergeStrategy: "link_method" | "raise_error" | "allow_duplicates";
  readonly emailTheme: string;
  readonly oauthProviders: readonly AdminOAuthProvider[];
  readonly domains: readonly AdminDomain[];
  readonly emailConfig: AdminEmailConfig;
  readonly teamCreatorDefaultPermissions: readonly { readonly id: string }[];
  readonly teamMemberDefaultPermissions: readonly { readonly id: string }[];
  readonly userDefaultPermissions: readonly { readonly id: string }[];
}

/** Says what changes about a configuration. A list that is given replaces the whole list. */
export type AdminProjectConfigUpdate = Partial<AdminProjectConfig>;

/** @internal */
export function toAdminProjectConfig(config: wire.AdminProject["config"]): AdminProjectConfig {
  return {
    ...toProjectConfig(config),
    allowLocalhost: config.allow_localhost,
    createTeamOnSignUp: config.create_team_on_sign_up,
    requirePublishableClientKey: config.require_publishable_client_key,
    oauthAccountMergeStrategy: config.oauth_account_merge_strategy,
    emailTheme: config.email_theme,
    oauthProviders: config.oauth_providers.map(toOAuthProvider),
    domains: config.domains.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
    emailConfig: toEmailConfig(config.email_config),
    teamCreatorDefaultPermissions: config.team_creator_default_permissions,
    teamMemberDefaultPermissions: config.team_member_default_permissions,
    userDefaultPermissions: config.user_default_permissions,
  };
}

/**
 * The body of a configuration's change.
 * @internal
 */
export function configBody(config: AdminProjectConfigUpdate) {
  return wireNames({
    ...config,
    // The server refuses the ids of providers that it does not support.
    oauthProviders: config.oauthProviders?.map((provider) => wireNames(provider) as OAuthProviderBody),
    domains: config.domains?.map((domain) => wireNames(domain)),
    emailConfig: config.emailConfig && wireNames(config.emailConfig),
  });
}

function toOAuthProvider({
  id,
  type,
  enabled,
  ...provider
}: wire.AdminProject["config"]["oauth_providers"][number]): AdminOAuthProvider {
  const common = enabled === undefined ? { id } : { id, enabled };
  if (type === "shared") return { ...common, type };
  return {
    ...common,
    type,
    clientId: present(provider.client_id, "Client ID"),
    clientSecret: present(provider.client_secret, "Client secret"),
    ...(provider.facebook_config_id !== undefined && { facebookConfigId: provider.facebook_config_id }),
    ...(provider.microsoft_tenant_id !== undefined && { microsoftTenantId: provider.microsoft_tenant_id }),
  };
}

function toEmailConfig(config: wire.AdminProject["config"]["email_config"]): AdminEmailConfig {
  if (config.type === "shared") return { type: "shared" };
  return {
    type: "standard",
    host: present(config.host, "Email host"),
    port: present(config.port, "Email port"),
    username: present(config.username, "Email username"),
    password: present(config.password, "Email password"),
    senderName: present(config.sender_name, "Email sender name"),
    senderEmail: present(config.sender_email, "Email sender email"),
  };
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}
