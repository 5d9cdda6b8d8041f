import { account } from "../account/lazy";
import type { TeamInvitation, TeamInviteOptions, TeamMember, TeamUser } from "../account/members";
import type { ApiKey, ApiKeyCreateOptions } from "../api-keys/api-key";
import type { Connection } from "../connection/connection";
import { getItem, type Item } from "../payments/item";
import type { CheckoutOptions } from "../payments/purchases";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

export interface TeamCreateOptions {
  readonly displayName: string;
  readonly profileImageUrl?: string | null;
}

/** Holds what a member with `$update_team` may change about a team. Undefined fields stay as they are. */
export interface TeamUpdateOptions {
  readonly displayName?: string;
  readonly profileImageUrl?: string | null;
  readonly clientMetadata?: Json;
}

/** A team as its members see it. A frozen snapshot: methods change the team, not the object. */
export class Team {
  readonly id: string;
  readonly displayName: string;
  readonly profileImageUrl: string | null;
  readonly clientMetadata: Json;
  /** Written by the server only. */
  readonly clientReadOnlyMetadata: Json;
  // Private, so that no serialiser finds the session or the app's keys in a team.
  readonly #caller: Caller;
  readonly #connection: Connection;

  /** @internal */
  constructor(team: wire.Team, caller: Caller, connection: Connection) {
    this.id = team.id;
    this.displayName = team.display_name;
    this.profileImageUrl = team.profile_image_url;
    this.clientMetadata = team.client_metadata;
    this.clientReadOnlyMetadata = team.client_read_only_metadata;
    this.#caller = caller;
    this.#connection = connection;
    if (new.target === Team) Object.freeze(this);
  }

  /** @internal */
  get caller(): Caller {
    return this.#caller;
  }

  /** @internal */
  get connection(): Connection {
    return this.#connection;
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update(changes: TeamUpdateOptions): Promise<void> {
    await this.caller.write("PATCH /teams/{team_id}", { params: { team_id: this.id }, body: wireNames(changes) });
  }

  /** Deletes the team with everything that is its own. */
  async delete(): Promise<void> {
    await this.caller.write("DELETE /teams/{team_id}", { params: { team_id: this.id } });
  }

  /** Sends an email with a link that makes a signed-in user who follows it a member. */
  async inviteUser(options: TeamInviteOptions): Promise<void> {
    await (await account()).inviteUser(this.id, options, this.caller, this.connection);
  }

  /** The members, in the order in which they joined. */
  async listUsers(): Promise<TeamUser[]> {
    return await (await account()).listUsers(this.id, this.caller);
  }

  /** The members with their permissions, and with their addresses where the user may see them. */
  async listMembers(): Promise<TeamMember[]> {
    return await (await account()).listMembers(this.id, this.caller);
  }

  /** The invitations that are not accepted yet. */
  async listInvitations(): Promise<TeamInvitation[]> {
    return await (await account()).listInvitations(this.id, this.caller);
  }

  /** Returns how much the team has of an item. @throws KnownError `ITEM_NOT_FOUND` */
  getItem(itemId: string): Promise<Item> {
    return getItem(this.caller, { itemId, teamId: this.id });
  }

  /** Every API key of the team, newest first, also those that no longer work. */
  async listApiKeys(): Promise<ApiKey[]> {
    return (await account()).listKeysOfTeam(this.caller, this.id);
  }

  /** Makes an API key for the team. This is the only time that it can be read. */
  async createApiKey(options: ApiKeyCreateOptions): Promise<ApiKey<string>> {
    return (await account()).createKeyOfTeam(this.caller, this.id, options);
  }

  /** The address of a page on which this team buys an offer. It works for 24 hours, and for one purchase. */
  async createCheckoutUrl(options: CheckoutOptions): Promise<string> {
    return (await account()).createCheckoutUrl(this.caller, "team", this.id, options);
  }
}
