import {
  applyPatch,
  type ConfigOverride,
  mergedLevels,
  type ProjectConfig,
  RenderedConfigs,
  renderConfig,
} from "../../config";
import type { Settings } from "../../platform/env";
import type { Trace } from "../../platform/trace";
import type { Shares } from "../../protocol/endpoint";
import { openSecrets } from "./config-secrets";
import type { ProjectRow } from "./queries";

/** A project with its rendered configuration, which is what every rule reads. Secrets inside are still sealed. */
export interface Project {
  id: string;
  displayName: string;
  description: string;
  logoUrl: string | null;
  fullLogoUrl: string | null;
  isProductionMode: boolean;
  ownerTeamId: string | null;
  createdAt: number;
  configOverride: ConfigOverride;
  /** The override as it is stored, by which a change sees whether another one came first. */
  storedOverride: string;
  config: ProjectConfig;
  /** Says what it may have of the instance in a window. */
  shares: Shares;
}

/** What a configuration is rendered with. */
interface Rendering {
  settings: Settings;
  /** Counts what it takes, where a request is charged for it. */
  trace?: Pick<Trace, "configLength">;
}

export function readProject(row: Omit<ProjectRow, "configSeal">, { settings, trace }: Rendering): Project {
  const configs = renderedConfigs(settings);
  if (trace && !configs.keeps(row.projectId, row.configOverride)) trace.configLength += row.configOverride.length;
  const { override, config } = configs.read(row.projectId, row.configOverride);
  return {
    id: row.projectId,
    displayName: row.displayName,
    description: row.description,
    logoUrl: row.logoUrl,
    fullLogoUrl: row.fullLogoUrl,
    isProductionMode: row.isProductionMode,
    ownerTeamId: row.ownerTeamId,
    createdAt: row.createdAt,
    configOverride: override,
    storedOverride: row.configOverride,
    config,
    shares: sharesOf(row, settings),
  };
}

/** Returns what a project may have in a window: what its operator has set, else what all have. */
function sharesOf(
  { hashSeconds, renderings, emails }: Pick<ProjectRow, "hashSeconds" | "renderings" | "emails">,
  { projectShares: all }: Pick<Settings, "projectShares">,
): Shares {
  return {
    hash_seconds: hashSeconds ?? all.hash_seconds,
    renderings: renderings ?? all.renderings,
    emails: emails ?? all.emails,
  };
}

/** Holds what rules and statements need of a project. */
export type ConfiguredProject = Pick<Project, "id" | "config" | "storedOverride">;

/** A project as this isolate last read it: whether it is still so is for the database to say, by `isConfiguredAs`. */
export function lastReadProject(projectId: string, settings: Settings): ConfiguredProject | undefined {
  const last = renderedConfigs(settings).last(projectId);
  return last && { id: projectId, config: last.rendered.config, storedOverride: last.text };
}

/** The settings live as long as the isolate; the internal project's configuration depends on them. */
const configsBySettings = new WeakMap<Settings, RenderedConfigs>();

function renderedConfigs(settings: Settings): RenderedConfigs {
  const existing = configsBySettings.get(settings);
  if (existing) return existing;
  const configs = new RenderedConfigs((id, override) => renderConfig(layered(id, override, settings)));
  configsBySettings.set(settings, configs);
  return configs;
}

/** The rendered configuration with its secrets open. */
interface OpenedConfig {
  config: ProjectConfig;
  /** Lists what stands in the configuration in place of secrets that no configured root secret opens. */
  unreadable: ReadonlySet<string>;
}

/** Opens the secrets of the configuration, for the owner and for what signs in with them. Never kept. */
export async function openConfig(
  { id, configOverride, storedOverride }: Project,
  { settings, trace }: Rendering,
): Promise<OpenedConfig> {
  if (trace) trace.configLength += storedOverride.length;
  const { override, unreadable } = await openSecrets(settings.serverSecrets, id, configOverride);
  return { config: renderConfig(layered(id, override, settings)), unreadable };
}

/** The internal project's own override stands on what it comes with. */
function layered(projectId: string, override: ConfigOverride, settings: Settings): ConfigOverride {
  return projectId === "internal" ? applyPatch(internalProjectOverride(settings), mergedLevels(override)) : override;
}

/** The providers that owners may sign in with, where the operator has keys for them. */
const ownersProviders = ["google", "github"] as const;

/**
 * Configures the internal project unless its own override replaces it. Owners sign in by password or with a provider
 * that the operator has keys for. They get a team of their own, and come back to the site from their emails. A
 * development instance shows off the other ways to sign in as well.
 */
export function internalProjectOverride({ webUrl, sharedOAuth }: Settings) {
  const isDevelopment = sharedOAuth.issuer !== undefined;
  const providers = ownersProviders.filter((type) => sharedOAuth.clients.has(type));
  return {
    "auth.password.allowSignIn": true,
    // Anonymous accounts pass by `auth.allowSignUp`, and would own teams and projects.
    "auth.anonymous.allowSignUp": false,
    "auth.password.knownPasswords": "refuse",
    "auth.sessions.reauthenticationMinutes": 15,
    "auth.otp.allowSignIn": isDevelopment,
    "auth.passkey.allowSignIn": isDevelopment,
    "auth.securityNotices": !isDevelopment,
    "auth.oauth.providers": Object.fromEntries(
      providers.map((type) => [type, { type, isShared: true, allowSignIn: true, allowConnectedAccounts: true }]),
    ),
    "teams.createPersonalTeamOnSignUp": true,
    "teams.allowClientTeamCreation": true,
    "users.allowClientUserDeletion": true,
    // The site itself is where owners sign in: no other website gets a session of theirs.
    "hostedPages.enabled": false,
    "domains.trustedDomains": { site: { baseUrl: webUrl, handlerPath: "/handler" } },
    "rbac.permissions": {
      team_member: {
        description: "Default permission for team members",
        scope: "team",
        containedPermissionIds: { $read_members: true },
      },
      team_admin: {
        description: "Default permission for team admins",
        scope: "team",
        containedPermissionIds: {
          $read_members: true,
          $invite_members: true,
          $remove_members: true,
          $update_team: true,
          $delete_team: true,
        },
      },
    },
    "rbac.defaultPermissions": { teamCreator: { team_admin: true }, teamMember: { team_member: true }, signUp: {} },
  };
}
