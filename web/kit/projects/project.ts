import type * as wire from "../requests/wire";
import { tableOf } from "../rows/operation";

/** A project as its users' browsers see it. */
export interface Project {
  readonly id: string;
  readonly displayName: string;
  readonly config: ProjectConfig;
}

export interface ProjectConfig {
  readonly signUpEnabled: boolean;
  readonly credentialEnabled: boolean;
  readonly magicLinkEnabled: boolean;
  readonly passkeyEnabled: boolean;
  /** Says how many characters a new password has at least; undefined where the server does not say so yet. */
  readonly passwordMinLength?: number;
  /** Is true if users may set up an authenticator app; undefined where the server does not say so yet. */
  readonly totpMfaEnabled?: boolean;
  readonly clientTeamCreationEnabled: boolean;
  readonly clientUserDeletionEnabled: boolean;
  readonly allowTeamApiKeys: boolean;
  readonly allowUserApiKeys: boolean;
  /** The providers one can sign in with. */
  readonly oauthProviders: readonly { readonly id: string }[];
  /** The kinds of customers that the project has offers or items for; undefined where the server does not say so yet. */
  readonly customerTypes?: readonly ("user" | "team" | "custom")[];
  readonly appearance: ProjectAppearance;
}

/** Says how the emails and pages of a project look, and what they link to; null where the project has set nothing. */
export interface ProjectAppearance {
  readonly logoUrl: string | null;
  /** In place of `logoUrl` on dark pages. */
  readonly logoDarkUrl: string | null;
  /** `#rrggbb` */
  readonly accentColor: string | null;
  /** The shape of corners. */
  readonly radius: "none" | "small" | "medium" | "large" | null;
  readonly font: "system" | "serif" | "rounded" | "mono" | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** A web address, or one that begins with `mailto:`. */
  readonly supportUrl: string | null;
  /** The project's website. */
  readonly homeUrl: string | null;
  /** Texts of the project's own, by the English ones that they replace. */
  readonly texts: Readonly<Record<string, string>>;
}

/** @internal */
function toProject({ id, display_name, config }: wire.Project): Project {
  return { id, displayName: display_name, config: toProjectConfig(config) };
}

/**
 * Returns what the configurations of all tiers have in common.
 * @internal
 */
export function toProjectConfig(config: wire.Project["config"]): ProjectConfig {
  const { appearance } = config;
  return {
    signUpEnabled: config.sign_up_enabled,
    credentialEnabled: config.credential_enabled,
    magicLinkEnabled: config.magic_link_enabled,
    passkeyEnabled: config.passkey_enabled,
    passwordMinLength: config.password_min_length,
    totpMfaEnabled: config.totp_mfa_enabled,
    clientTeamCreationEnabled: config.client_team_creation_enabled,
    clientUserDeletionEnabled: config.client_user_deletion_enabled,
    allowTeamApiKeys: config.allow_team_api_keys,
    allowUserApiKeys: config.allow_user_api_keys,
    oauthProviders: config.enabled_oauth_providers,
    customerTypes: config.customer_types,
    appearance: {
      logoUrl: appearance.logo_url,
      logoDarkUrl: appearance.logo_dark_url,
      accentColor: appearance.accent_color,
      radius: appearance.radius,
      font: appearance.font,
      termsUrl: appearance.terms_url,
      privacyUrl: appearance.privacy_url,
      supportUrl: appearance.support_url,
      homeUrl: appearance.home_url,
      texts: appearance.texts,
    },
  };
}

export const ownProject = /* @__PURE__ */ tableOf("visitor", ({ read }) => ({
  /** The project: its name and what its users may do. */
  getProject: read("GET /projects/current", () => ({}), toProject, "project"),
}));

export type OwnProject = typeof ownProject;
