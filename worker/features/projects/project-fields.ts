import {
  type ConfigOverride,
  isSystemPermission,
  type OAuthProviderConfig,
  type ProjectConfig,
  renderConfig,
  systemPermissions,
} from "../../config";
import type { accountMergeStrategies, providerTypes } from "../../config/oauth-choices";
import type { CustomerType } from "../../db/payments/customer";

type ProviderType = (typeof providerTypes)[number];
type AccountMergeStrategy = (typeof accountMergeStrategies)[number];
type PermissionReference = { readonly id: string };

/** A provider as a project's `config.oauth_providers` is written. */
export type OAuthProviderFields = {
  readonly id: ProviderType;
  readonly type: "shared" | "standard";
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly facebook_config_id?: string;
  readonly microsoft_tenant_id?: string;
  /** Absent: a provider that exists stays as it is, and another one is switched on. */
  readonly enabled?: boolean;
};

export type EmailConfigFields =
  | { readonly type: "shared" }
  | {
      readonly type: "standard";
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly password: string;
      readonly sender_name: string;
      readonly sender_email: string;
    };

/** The settings that are one flag in a project's `config` and one leaf in the configuration. */
const flagKeys = {
  sign_up_enabled: "auth.allowSignUp",
  credential_enabled: "auth.password.allowSignIn",
  magic_link_enabled: "auth.otp.allowSignIn",
  passkey_enabled: "auth.passkey.allowSignIn",
  create_team_on_sign_up: "teams.createPersonalTeamOnSignUp",
  client_team_creation_enabled: "teams.allowClientTeamCreation",
  client_user_deletion_enabled: "users.allowClientUserDeletion",
  allow_localhost: "domains.allowLocalhost",
  allow_user_api_keys: "apiKeys.enabled.user",
  allow_team_api_keys: "apiKeys.enabled.team",
  require_publishable_client_key: "project.requirePublishableClientKey",
} as const;

/** The same of one that is written alone. */
const writtenFlagKeys = { require_email_verification: "onboarding.requireEmailVerification" } as const;

const permissionListKeys = {
  team_creator_default_permissions: "rbac.defaultPermissions.teamCreator",
  team_member_default_permissions: "rbac.defaultPermissions.teamMember",
  user_default_permissions: "rbac.defaultPermissions.signUp",
} as const;

/** A project's `config` as it is written; an absent field stays as it is. */
export type ProjectConfigFields = {
  readonly [F in keyof typeof flagKeys | keyof typeof writtenFlagKeys]?: boolean;
} & {
  readonly [F in keyof typeof permissionListKeys]?: readonly PermissionReference[];
} & {
  readonly oauth_account_merge_strategy?: AccountMergeStrategy;
  readonly oauth_providers?: readonly OAuthProviderFields[];
  readonly domains?: readonly { readonly domain: string; readonly handler_path: string }[];
  readonly email_config?: EmailConfigFields;
  readonly email_theme?: string;
};

/**
 * The patch of the configuration that writes these fields. Lists and the mail server replace what is stored under them
 * as a whole; each domain gets a fresh random id.
 *
 * @param rendered the configuration before the patch, which has the providers that are switched off
 */
export function projectFieldsToPatch(fields: ProjectConfigFields, rendered: ProjectConfig): ConfigOverride {
  const patch: Record<string, unknown> = {};
  for (const [field, key] of entriesOf({ ...flagKeys, ...writtenFlagKeys })) {
    if (fields[field] !== undefined) patch[key] = fields[field];
  }
  for (const [field, key] of entriesOf(permissionListKeys)) {
    const permissions = fields[field];
    if (permissions) patch[key] = Object.fromEntries(permissions.map(({ id }) => [id, true]));
  }
  if (fields.oauth_account_merge_strategy !== undefined) {
    patch["auth.oauth.accountMergeStrategy"] = fields.oauth_account_merge_strategy;
  }
  if (fields.oauth_providers) {
    const stored = rendered.auth.oauth.providers;
    patch["auth.oauth.providers"] = Object.fromEntries(
      fields.oauth_providers.map((provider) => [
        provider.id,
        providerToConfig(provider, findByType(stored, provider.id)),
      ]),
    );
  }
  if (fields.domains) {
    patch["domains.trustedDomains"] = Object.fromEntries(
      fields.domains.map(({ domain, handler_path }) => [
        crypto.randomUUID(),
        { baseUrl: domain, handlerPath: handler_path },
      ]),
    );
  }
  if (fields.email_config) patch["emails.server"] = emailServerToConfig(fields.email_config);
  if (fields.email_theme !== undefined) patch["emails.selectedThemeId"] = fields.email_theme;
  return patch;
}

/** Returns what is stored for a project that an owner creates with these fields. */
export function initialOverride(fields: ProjectConfigFields): ConfigOverride {
  return {
    "domains.allowLocalhost": true,
    "auth.password.allowSignIn": true,
    "auth.password.knownPasswords": "refuse_in_production",
    "rbac.permissions": {
      team_member: {
        description: "Default permission for team members",
        scope: "team",
        containedPermissionIds: { $read_members: true, $invite_members: true },
      },
      team_admin: {
        description: "Default permission for team admins",
        scope: "team",
        containedPermissionIds: Object.fromEntries(systemPermissions.map((id) => [id, true])),
      },
    },
    "rbac.defaultPermissions.teamCreator": { team_admin: true },
    "rbac.defaultPermissions.teamMember": { team_member: true },
    ...projectFieldsToPatch(fields, renderConfig({})),
  };
}

function findByType(
  providers: ProjectConfig["auth"]["oauth"]["providers"],
  type: ProviderType,
): OAuthProviderConfig | undefined {
  const namesake = providers[type];
  return namesake?.type === type ? namesake : Object.values(providers).find((provider) => provider.type === type);
}

function providerToConfig(provider: OAuthProviderFields, stored: OAuthProviderConfig | undefined) {
  const isEnabled = provider.enabled ?? stored?.allowSignIn ?? true;
  // A provider that is only for connected accounts stays one while it is not switched on.
  const keepsConnecting = stored?.allowSignIn === false && stored.allowConnectedAccounts;
  return withoutUndefined({
    type: provider.id,
    isShared: provider.type === "shared",
    allowSignIn: isEnabled,
    allowConnectedAccounts: isEnabled || keepsConnecting,
    clientId: provider.client_id,
    clientSecret: provider.client_secret,
    facebookConfigId: provider.facebook_config_id,
    microsoftTenantId: provider.microsoft_tenant_id,
    // The wire has no field for them: a client that writes the list of providers keeps what it does not know.
    scopes: stored?.scopes,
  });
}

function emailServerToConfig(email: EmailConfigFields) {
  if (email.type === "shared") return { isShared: true, provider: "smtp" };
  return {
    isShared: false,
    provider: "smtp",
    host: email.host,
    port: email.port,
    username: email.username,
    password: email.password,
    senderName: email.sender_name,
    senderEmail: email.sender_email,
  };
}

/**
 * The `config` of the admin's project object. Secrets are shown as they stand in `config`: open them before.
 * A provider that is switched off is listed with `enabled: false`; for one that is on, the field is left out.
 */
export function renderProjectFields(config: ProjectConfig) {
  const { permissions, defaultPermissions } = config.rbac;
  const isTeamPermission = (id: string) => isSystemPermission(id) || permissions[id]?.scope === "team";
  const isProjectPermission = (id: string) => permissions[id]?.scope === "project";
  return {
    ...renderClientProjectFields(config),
    create_team_on_sign_up: config.teams.createPersonalTeamOnSignUp,
    require_publishable_client_key: config.project.requirePublishableClientKey,
    oauth_account_merge_strategy: config.auth.oauth.accountMergeStrategy,
    oauth_providers: Object.entries(config.auth.oauth.providers)
      .flatMap(([key, provider]) => (provider.type ? [renderProvider(key, provider.type, provider)] : []))
      .sort((a, b) => byText(a.id, b.id)),
    email_config: renderEmailConfig(config.emails.server),
    email_theme: config.emails.selectedThemeId,
    team_creator_default_permissions: toReferences(defaultPermissions.teamCreator, isTeamPermission),
    team_member_default_permissions: toReferences(defaultPermissions.teamMember, isTeamPermission),
    user_default_permissions: toReferences(defaultPermissions.signUp, isProjectPermission),
  };
}

/** The part of a project's `config` that anyone with a publishable key may read. */
export function renderClientProjectFields(config: ProjectConfig) {
  return {
    sign_up_enabled: config.auth.allowSignUp,
    credential_enabled: config.auth.password.allowSignIn,
    magic_link_enabled: config.auth.otp.allowSignIn,
    passkey_enabled: config.auth.passkey.allowSignIn,
    password_min_length: config.auth.password.minLength,
    totp_mfa_enabled: config.auth.totp.allowSetUp,
    client_team_creation_enabled: config.teams.allowClientTeamCreation,
    client_user_deletion_enabled: config.users.allowClientUserDeletion,
    allow_user_api_keys: config.apiKeys.enabled.user,
    allow_team_api_keys: config.apiKeys.enabled.team,
    enabled_oauth_providers: Object.values(config.auth.oauth.providers)
      .flatMap(({ type, allowSignIn }) => (type && allowSignIn ? [{ id: type }] : []))
      .sort((a, b) => byText(a.id, b.id)),
    customer_types: customerTypesOf(config.payments),
    appearance: renderAppearance(config),
    domains: Object.values(config.domains.trustedDomains)
      .flatMap(({ baseUrl, handlerPath }) => (baseUrl ? [{ domain: baseUrl, handler_path: handlerPath }] : []))
      .sort((a, b) => byText(a.domain, b.domain)),
    allow_localhost: config.domains.allowLocalhost,
  };
}

/** Returns which kinds of customers can have purchases: those that an offer or an item is for, also where an offer is not for clients. */
function customerTypesOf({ offers, items }: ProjectConfig["payments"]): CustomerType[] {
  const sold = [...Object.values(offers), ...Object.values(items)];
  return [...new Set(sold.map(({ customerType }) => customerType))].sort(byText);
}

/** Returns how the pages and emails of a project look, as it is written on the wire. */
export function renderAppearance({ appearance }: Pick<ProjectConfig, "appearance">) {
  return {
    logo_url: appearance.logoUrl ?? null,
    logo_dark_url: appearance.logoDarkUrl ?? null,
    accent_color: appearance.accentColor ?? null,
    radius: appearance.radius ?? null,
    font: appearance.font ?? null,
    terms_url: appearance.termsUrl ?? null,
    privacy_url: appearance.privacyUrl ?? null,
    support_url: appearance.supportUrl ?? null,
    home_url: appearance.homeUrl ?? null,
    // A text that is empty would leave a button without a name.
    texts: Object.fromEntries(
      Object.values(appearance.texts).flatMap(({ original, text }) => (original && text ? [[original, text]] : [])),
    ),
  };
}

function renderProvider(key: string, type: ProviderType, provider: OAuthProviderConfig) {
  const credentials = provider.isShared
    ? {}
    : // The official client refuses a standard provider without them.
      { client_id: provider.clientId ?? "", client_secret: provider.clientSecret ?? "" };
  return withoutUndefined({
    provider_config_id: key,
    id: type,
    type: provider.isShared ? ("shared" as const) : ("standard" as const),
    ...credentials,
    facebook_config_id: provider.facebookConfigId,
    microsoft_tenant_id: provider.microsoftTenantId,
    enabled: provider.allowSignIn ? undefined : false,
  });
}

function renderEmailConfig(server: ProjectConfig["emails"]["server"]): EmailConfigFields {
  if (server.isShared) return { type: "shared" };
  // The official client refuses a standard server that lacks any of the six.
  return {
    type: "standard",
    host: server.host ?? "",
    port: server.port ?? 0,
    username: server.username ?? "",
    password: server.password ?? "",
    sender_name: server.senderName ?? "",
    sender_email: server.senderEmail ?? "",
  };
}

function toReferences(set: Readonly<Record<string, true>>, isDefined: (id: string) => boolean): PermissionReference[] {
  return Object.keys(set)
    .filter(isDefined)
    .sort(byText)
    .map((id) => ({ id }));
}

/** Code-unit order, which is the same on every machine. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function entriesOf<T extends object>(object: T): [keyof T, T[keyof T]][] {
  return Object.entries(object) as [keyof T, T[keyof T]][];
}

/** `T` as JSON prints it: a field that may be undefined is one that may be left out. */
type Printed<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function withoutUndefined<T extends object>(object: T): Printed<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Printed<T>;
}
