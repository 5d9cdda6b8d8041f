import type { Caller } from "../requests/caller";
import type { BodyOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import { type MaskedKey, whyKeyIsInvalid } from "./key-validity";

export interface ApiKeyCreateOptions {
  readonly description: string;
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null;
  /** Meant to be read by others; such a key cannot be revoked. */
  readonly isPublic?: boolean;
}

export interface ApiKeyUpdateOptions {
  readonly description?: string;
  /** For good. */
  readonly revoked?: true;
}

type Change = (body: BodyOf<"PATCH /user-api-keys/{api_key_id}", "client">) => Promise<unknown>;
type AnyKey = Omit<wire.UserApiKey | wire.TeamApiKey, "value" | "type"> & {
  readonly type: "user" | "team";
  readonly user_id?: string;
  readonly team_id?: string;
};

/** A key that a user or a team gives to a program. `Value` is how it is shown: in full when made, masked afterwards. */
export class ApiKey<Value extends string | MaskedKey = MaskedKey> {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
  /** Undefined for a key that never expires. */
  readonly expiresAt: Date | undefined;
  readonly manuallyRevokedAt: Date | null;
  readonly isPublic: boolean;
  readonly type: "user" | "team";
  /** The owner, where that is a user. */
  readonly userId: string | undefined;
  /** The owner, where that is a team. */
  readonly teamId: string | undefined;
  readonly value: Value;
  readonly #change: Change;

  /** @internal */
  constructor(key: AnyKey, value: Value, change: Change) {
    this.id = key.id;
    this.description = key.description;
    this.createdAt = new Date(key.created_at_millis);
    this.expiresAt = key.expires_at_millis === undefined ? undefined : new Date(key.expires_at_millis);
    const revokedAt = key.manually_revoked_at_millis;
    this.manuallyRevokedAt = revokedAt === undefined ? null : new Date(revokedAt);
    this.isPublic = key.is_public;
    this.type = key.type;
    this.userId = key.user_id;
    this.teamId = key.team_id;
    this.value = value;
    this.#change = change;
    Object.freeze(this);
  }

  /** Tells whether the key works right now. */
  isValid(): boolean {
    return this.whyInvalid() === null;
  }

  /** Returns why the key no longer works; null when it does. */
  whyInvalid(): "expired" | "manually-revoked" | null {
    return whyKeyIsInvalid(this);
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update({ description, revoked }: ApiKeyUpdateOptions): Promise<void> {
    await this.#change({ description, revoked });
  }

  /** Makes the key stop working, for good. */
  async revoke(): Promise<void> {
    await this.update({ revoked: true });
  }
}

/**
 * A key of a user, as it is listed.
 * @internal
 */
export function maskedKeyOfUser(
  key: wire.UserApiKey,
  { caller, of }: { readonly caller: Caller; readonly of: { readonly address: string } },
): ApiKey {
  return new ApiKey(key, masked(key), changeOfUserKey(caller, of.address, key));
}

/**
 * {@link maskedKeyOfUser} of a team.
 * @internal
 */
export function maskedKeyOfTeam(
  key: wire.TeamApiKey,
  { caller, of }: { readonly caller: Caller; readonly of: { readonly id: string } },
): ApiKey {
  return new ApiKey(key, masked(key), changeOfTeamKey(caller, of.id, key));
}

/**
 * Makes a key of a user. This is the only time that it can be read.
 * @internal
 */
export async function createKeyOfUser(
  caller: Caller,
  user: string,
  options: ApiKeyCreateOptions,
): Promise<ApiKey<string>> {
  const key = await caller.write("POST /user-api-keys", { body: { ...creation(options), user_id: user } });
  return new ApiKey(key, key.value, changeOfUserKey(caller, user, key));
}

/**
 * {@link createKeyOfUser} of a team.
 * @internal
 */
export async function createKeyOfTeam(
  caller: Caller,
  teamId: string,
  options: ApiKeyCreateOptions,
): Promise<ApiKey<string>> {
  const key = await caller.write("POST /team-api-keys", { body: { ...creation(options), team_id: teamId } });
  return new ApiKey(key, key.value, changeOfTeamKey(caller, teamId, key));
}

function masked({ value }: wire.UserApiKey | wire.TeamApiKey): MaskedKey {
  return { lastFour: value.last_four };
}

function creation({ description, expiresAt, isPublic }: ApiKeyCreateOptions) {
  return { description, expires_at_millis: expiresAt?.getTime() ?? null, is_public: isPublic };
}

function changeOfUserKey(caller: Caller, user: string, { id }: { readonly id: string }): Change {
  const address = { params: { api_key_id: id }, query: { user_id: user } };
  return (body) => caller.write("PATCH /user-api-keys/{api_key_id}", { ...address, body });
}

function changeOfTeamKey(caller: Caller, teamId: string, { id }: { readonly id: string }): Change {
  const address = { params: { api_key_id: id }, query: { team_id: teamId } };
  return (body) => caller.write("PATCH /team-api-keys/{api_key_id}", { ...address, body });
}
