import { account, type TeamReads, teamReads } from "../account/reads";
import type { TeamWrites } from "../account/writes";
import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { classOf, loadedRows } from "../rows/with-rows";

export interface TeamCreateOptions {
  readonly displayName: string;
  /** A `data:` URL of at most 1,000,000 characters. Only servers set addresses, whose hosts see who views the image. */
  readonly profileImageUrl?: string | null;
}

/** Holds what a member with `$update_team` may change about a team. Undefined fields stay as they are. */
export interface TeamUpdateOptions {
  readonly displayName?: string;
  /** A `data:` URL of at most 1,000,000 characters. Only servers set addresses, whose hosts see who views the image. */
  readonly profileImageUrl?: string | null;
  readonly clientMetadata?: Json;
}

interface Rows extends TeamReads, TeamWrites {}

const rows: Rows = /* @__PURE__ */ (() => ({
  ...teamReads,
  ...loadedRows<TeamWrites>(async () => (await account()).teamWrites, {
    createApiKey: true,
    createCheckoutUrl: true,
    inviteUser: true,
  }),
}))();

/** A team as its members see it. A frozen snapshot: methods change the team, not the object. */
export class Team extends /* @__PURE__ */ classOf(rows) {
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
}
