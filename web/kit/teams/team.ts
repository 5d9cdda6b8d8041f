import { account } from "../account/lazy";
import type { TeamInviteOptions } from "../account/members";
import { type TeamReads, teamReads } from "../account/reads";
import type { ApiKey, ApiKeyCreateOptions } from "../api-keys/api-key";
import type { Connection } from "../connection/connection";
import type { CheckoutOptions } from "../payments/purchases";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { classOf } from "../rows/with-rows";

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

interface Reads extends TeamReads {}

const reads: Reads = teamReads;

/** A team as its members see it. A frozen snapshot: methods change the team, not the object. */
export class Team extends /* @__PURE__ */ classOf(reads) {
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
    super();
    this.id = team.id;
    this.displayName = team.display_name;
    this.profileImageUrl = team.profile_image_url;
    this.clientMetadata = team.client_metadata;
    this.clientReadOnlyMetadata = team.client_read_only_metadata;
    this.#caller = caller;
    this.#connection = connection;
  }

  /** @internal */
  get caller(): Caller {
    return this.#caller;
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

  /** Makes an API key for the team. This is the only time that it can be read. */
  async createApiKey(options: ApiKeyCreateOptions): Promise<ApiKey<string>> {
    return (await account()).createKeyOfTeam(this.caller, this.id, options);
  }

  /** The address of a page on which this team buys an offer. It works for 24 hours, and for one purchase. */
  async createCheckoutUrl(options: CheckoutOptions): Promise<string> {
    return (await account()).createCheckoutUrl(this.caller, "team", this.id, options);
  }
}
