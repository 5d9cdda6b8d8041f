import type { Json } from "./json";

// The shapes that travel, in wire names. Nothing else in the kit spells a wire name of an answer.

export interface List<T> {
  readonly items: readonly T[];
}

export interface Page<T> extends List<T> {
  readonly pagination?: { readonly next_cursor: string | null };
}

export interface SignIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly is_new_user?: boolean;
}

/** What an authorization code is exchanged for. */
export interface OAuthSignIn extends SignIn {
  readonly after_callback_redirect_url: string | null;
}

export interface CliLogin {
  readonly login_code: string;
  readonly polling_code: string;
}

export type CliLoginOutcome =
  | { readonly status: "waiting" | "expired" | "used" }
  | { readonly status: "success"; readonly refresh_token: string };

export interface Team {
  readonly id: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly client_metadata: Json;
  readonly client_read_only_metadata: Json;
}

export interface ServerTeam extends Team {
  readonly server_metadata: Json;
  readonly created_at_millis: number;
}

export interface TeamMemberProfile {
  readonly team_id: string;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
}

export interface ServerTeamMemberProfile extends TeamMemberProfile {
  readonly user: ServerUser;
}

export interface TeamInvitation {
  readonly id: string;
  readonly team_id: string;
  readonly expires_at_millis: number;
  readonly recipient_email: string;
}

export interface User<T extends Team = Team> {
  readonly id: string;
  readonly display_name: string | null;
  readonly primary_email: string | null;
  readonly primary_email_verified: boolean;
  readonly profile_image_url: string | null;
  readonly signed_up_at_millis: number;
  readonly client_metadata: Json;
  readonly client_read_only_metadata: Json;
  readonly has_password: boolean;
  readonly otp_auth_enabled: boolean;
  readonly passkey_auth_enabled: boolean;
  readonly auth_with_email: boolean;
  readonly requires_totp_mfa: boolean;
  readonly oauth_providers: readonly {
    readonly id: string;
    readonly account_id: string;
    readonly email: string | null;
  }[];
  readonly selected_team_id: string | null;
  readonly selected_team: T | null;
  readonly is_anonymous: boolean;
}

export interface ServerUser extends User<ServerTeam> {
  readonly primary_email_auth_enabled: boolean;
  readonly last_active_at_millis: number;
  readonly server_metadata: Json;
}

export interface ContactChannel {
  readonly id: string;
  readonly user_id: string;
  readonly value: string;
  readonly type: "email";
  readonly used_for_auth: boolean;
  readonly is_verified: boolean;
  readonly is_primary: boolean;
}

export interface OAuthProvider {
  readonly id: string;
  readonly user_id: string;
  readonly provider_config_id: string;
  readonly type: string;
  readonly email?: string;
  readonly allow_sign_in: boolean;
  readonly allow_connected_accounts: boolean;
}

export interface ServerOAuthProvider extends OAuthProvider {
  readonly account_id: string;
}

export interface ActiveSession {
  readonly id: string;
  readonly user_id: string;
  /** Milliseconds since the epoch, like every time here. */
  readonly created_at: number;
  readonly last_used_at?: number;
  readonly is_impersonation: boolean;
  readonly is_current_session?: boolean;
  readonly last_used_at_end_user_ip_info?: GeoInfo;
}

/** Already in camel case on the wire. */
export interface GeoInfo {
  readonly ip: string;
  readonly countryCode?: string | null;
  readonly regionCode?: string | null;
  readonly cityName?: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly tzIdentifier?: string | null;
}

export interface Project {
  readonly id: string;
  readonly display_name: string;
  readonly config: ProjectConfig;
}

export interface ProjectConfig {
  readonly sign_up_enabled: boolean;
  readonly credential_enabled: boolean;
  readonly magic_link_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly client_team_creation_enabled: boolean;
  readonly client_user_deletion_enabled: boolean;
  readonly allow_team_api_keys: boolean;
  readonly allow_user_api_keys: boolean;
  readonly enabled_oauth_providers: readonly { readonly id: string }[];
}

export interface AdminProject {
  readonly id: string;
  readonly display_name: string;
  readonly description: string | null;
  readonly created_at_millis: number;
  readonly is_production_mode: boolean;
  readonly owner_team_id: string | null;
  readonly logo_url?: string | null;
  readonly full_logo_url?: string | null;
  readonly config: AdminProjectConfig;
}

export interface AdminProjectConfig extends ProjectConfig {
  readonly allow_localhost: boolean;
  readonly create_team_on_sign_up: boolean;
  readonly oauth_account_merge_strategy: "link_method" | "raise_error" | "allow_duplicates";
  readonly email_theme: string;
  readonly oauth_providers: readonly OAuthProviderConfig[];
  readonly domains: readonly { readonly domain: string; readonly handler_path: string }[];
  readonly email_config: EmailConfig;
  readonly team_creator_default_permissions: readonly { readonly id: string }[];
  readonly team_member_default_permissions: readonly { readonly id: string }[];
  readonly user_default_permissions: readonly { readonly id: string }[];
}

export interface OAuthProviderConfig {
  readonly id: string;
  readonly type: "shared" | "standard";
  readonly enabled?: boolean;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly facebook_config_id?: string;
  readonly microsoft_tenant_id?: string;
}

export interface EmailConfig {
  readonly type: "shared" | "standard";
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly sender_name?: string;
  readonly sender_email?: string;
}

/** A set of project keys; `K` is how a key is shown: in full when made, by its last characters afterwards. */
export interface InternalApiKey<K> {
  readonly id: string;
  readonly description: string;
  readonly created_at_millis: number;
  readonly expires_at_millis: number;
  readonly manually_revoked_at_millis?: number | null;
  readonly publishable_client_key?: K;
  readonly secret_server_key?: K;
  readonly super_secret_admin_key?: K;
}

export interface Permission {
  readonly id: string;
}

export interface PermissionDefinition {
  readonly id: string;
  readonly description?: string;
  readonly contained_permission_ids: readonly string[];
}

/** A key of a user or a team; `V` is how it is shown: in full when made, by its last characters afterwards. */
export interface NotificationPreference {
  readonly notification_category_id: string;
  readonly notification_category_name: string;
  readonly enabled: boolean;
  readonly can_disable: boolean;
}

export interface ApiKey<V> {
  readonly id: string;
  readonly description: string;
  readonly created_at_millis: number;
  readonly expires_at_millis?: number;
  readonly manually_revoked_at_millis?: number;
  readonly is_public: boolean;
  readonly value: V;
  readonly type: "user" | "team";
  readonly user_id?: string;
  readonly team_id?: string;
}
