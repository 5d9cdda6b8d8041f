import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import { path } from "../requests/path";
import type * as wire from "../requests/wire";
import { Team, type TeamCreateOptions, type TeamUpdateOptions } from "../teams/team";
import type { ServerTeamUser } from "./server-team-users";

export interface ServerTeamCreateOptions extends TeamCreateOptions {
  /** Becomes the first member, with the permissions of a creator; a team without one starts empty. */
  readonly creatorUserId?: string;
}

/** What a trusted backend may change about a team. */
export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  readonly clientReadOnlyMetadata?: Json;
  readonly serverMetadata?: Json;
}

/** Any team of the project, as a trusted backend sees it. */
export class ServerTeam extends Team<ServerTeamUpdateOptions> {
  readonly createdAt: Date;
  /** Seen and written by the server only. */
  readonly serverMetadata: Json;

  constructor(team: wire.ServerTeam, caller: Caller, connection: Connection) {
    super(team, caller, connection);
    this.createdAt = new Date(team.created_at_millis);
    this.serverMetadata = team.server_metadata;
    Object.freeze(this);
  }

  /** Makes a user a member, with the permissions that the project gives to members. */
  async addUser(userId: string): Promise<void> {
    await this.#changeMember("POST", userId, {});
  }

  /** Ends a user's membership. */
  async removeUser(userId: string): Promise<void> {
    await this.#changeMember("DELETE", userId);
  }

  async #changeMember(method: "POST" | "DELETE", userId: string, body?: object): Promise<void> {
    const changed = ["team-members", "teams", "current-user", "users"] as const;
    await this.caller.write(method, path`/team-memberships/${this.id}/${userId}`, body, changed);
  }

  /** The members as users in full, in the order in which they joined. */
  override async listUsers(): Promise<ServerTeamUser[]> {
    const { listServerUsers } = await import("./server-team-users");
    return await listServerUsers(this.id, this.caller, this.connection);
  }
}
