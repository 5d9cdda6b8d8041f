import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { type Subject, tableOfObjects } from "../rows/operation";
import { classOf } from "../rows/with-rows";
import type { Team } from "../teams/team";
import type { User, UserUpdateOptions } from "../users/user";
import {
  type AdminProjectConfig,
  type AdminProjectConfigUpdate,
  configBody,
  toAdminProjectConfig,
} from "./admin-project-config";
import type { Project } from "./project";

/** Says what changes about a project. Undefined fields stay as they are. */
export interface AdminProjectUpdateOptions {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly isProductionMode?: boolean;
  readonly logoUrl?: string | null;
  readonly fullLogoUrl?: string | null;
  readonly config?: AdminProjectConfigUpdate;
}

export interface AdminProjectCreateOptions extends AdminProjectUpdateOptions {
  readonly displayName: string;
  /** The team of the internal project that is to own it. */
  readonly teamId: string;
}

/** A reason why a project is not ready for production. */
export interface ProductionModeError {
  readonly message: string;
  /** The page of the dashboard that fixes it. */
  readonly relativeFixUrl: string;
}

export const adminProjectReads = /* @__PURE__ */ tableOfObjects<Subject>()("admin", ({ read }) => ({
  /** The complete configuration document, defaults filled in. It holds secrets. */
  getConfig: read(
    "GET /internal/config",
    () => ({}),
    ({ config_string }): { readonly [key: string]: Json } => JSON.parse(config_string),
    "project",
  ),

  /** Lists what has to be fixed before production. */
  getProductionModeErrors: read(
    "GET /internal/projects/current/production-mode-errors",
    () => ({}),
    ({ errors }): ProductionModeError[] =>
      errors.map(({ message, relative_fix_url }) => ({ message, relativeFixUrl: relative_fix_url })),
    "project",
  ),
}));

/** A project as its owner sees and changes it. */
export class AdminProject extends /* @__PURE__ */ classOf(adminProjectReads) implements Project {
  readonly id: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly isProductionMode: boolean;
  /** A team of the internal project, whose members administer this one. */
  readonly ownerTeamId: string | null;
  readonly logoUrl: string | null;
  readonly fullLogoUrl: string | null;
  readonly config: AdminProjectConfig;
  readonly #caller: Caller<"admin">;
  readonly #connection: Connection;

  /** @internal */
  constructor(project: wire.AdminProject, caller: Caller<"admin">, connection: Connection) {
    super();
    this.id = project.id;
    this.displayName = project.display_name;
    this.description = project.description;
    this.createdAt = new Date(project.created_at_millis);
    this.isProductionMode = project.is_production_mode;
    this.ownerTeamId = project.owner_team_id;
    this.logoUrl = project.logo_url ?? null;
    this.fullLogoUrl = project.full_logo_url ?? null;
    this.config = toAdminProjectConfig(project.config);
    this.#caller = caller;
    this.#connection = connection;
  }

  /** @internal */
  get connection(): Connection {
    return this.#connection;
  }

  /** @internal */
  callerOf(): Caller {
    return this.#caller;
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update(changes: AdminProjectUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH /internal/projects/current", { body: projectBody(changes) });
  }

  /** Deletes the project with all its users, teams and keys. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /internal/projects/current");
  }

  /**
   * Makes another team the owner of the project. `user`, of the internal project, has to be `team_admin` in the current one
   * and a member of the new one.
   * @throws KnownError `TEAM_PERMISSION_REQUIRED`, `TEAM_MEMBERSHIP_NOT_FOUND`
   */
  async transfer(user: User<Team, UserUpdateOptions>, newTeamId: string): Promise<void> {
    await transferProject(this, newTeamId, user.caller);
  }

  /** Sets keys of the configuration, dotted (`"auth.allowSignUp"`) or whole objects, which replace what was there. */
  async updateConfig(override: { readonly [key: string]: Json }): Promise<void> {
    const body = { config_override_string: JSON.stringify(override) };
    await this.#caller.write("PATCH /internal/config/override", { body });
  }

  /** Tells whether emails go to the owning team only, because no owner has a verified address and the mail server is shared. */
  async sendsEmailsToOwnTeamOnly(): Promise<boolean> {
    const { allowed } = await this.#caller.read("GET /internal/emails/recipients");
    return allowed === "own_team";
  }
}

/** @internal */
export async function transferProject({ id }: AdminProject, newTeamId: string, owner: Caller): Promise<void> {
  await owner.write("POST /internal/projects/transfer", { body: { project_id: id, new_team_id: newTeamId } });
}

/**
 * The body of a project's creation or change.
 * @internal
 */
export function projectBody({ config, ...fields }: AdminProjectUpdateOptions) {
  return { ...wireNames(fields), config: config && configBody(config) };
}
