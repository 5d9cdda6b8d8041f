import type { BodyOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import type { Made } from "../rows/operation";
import {
  type MaskedKey,
  maskedKey,
  type RollOptions,
  replacementOf,
  successorExpiry,
  whyKeyIsInvalid,
} from "./key-validity";

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
type Create = (body: Omit<BodyOf<"POST /user-api-keys", "client">, "user_id">) => Promise<ApiKey<string>>;
type AnyKey = Omit<wire.UserApiKey | wire.TeamApiKey, "value" | "type"> & {
  readonly type: "user" | "team";
  /** In full when the key was just made. */
  readonly value: string | wire.UserApiKey["value"];
  readonly user_id?: string;
  readonly team_id?: string;
  readonly created_by_user_id?: string | undefined;
  readonly creator_has_left?: boolean | undefined;
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
  /** The id of the key that was made in its place. */
  readonly replacedById: string | null;
  /** Who made a team's key, as far as servers are told: the id of a member, and whether they have left the team since. */
  readonly createdBy: { readonly userId: string; readonly hasLeft: boolean } | null;
  readonly #change: Change;
  readonly #create: Create;

  /** @internal */
  constructor(key: AnyKey, change: Change, create: Create) {
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
    const { value } = key;
    this.value = (typeof value === "string" ? value : maskedKey(value)) as Value;
    this.replacedById = key.replaced_by_id ?? null;
    const userId = key.created_by_user_id;
    this.createdBy = userId === undefined ? null : { userId, hasLeft: key.creator_has_left === true };
    this.#change = change;
    this.#create = create;
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

  /**
   * Makes a key in place of this one, which works until a time, or is revoked at once. It lives as long as this one was to. The new key
   * can be read this once.
   */
  async roll(options: RollOptions = {}): Promise<ApiKey<string>> {
    const { id, description, createdAt, expiresAt } = this;
    return await this.#create({
      description,
      expires_at_millis: expiresAt ? successorExpiry({ createdAt, expiresAt }) : null,
      replaces: replacementOf(id, options),
    });
  }
}

/**
 * A key of a user. `Value` is a text where the key was just made.
 * @internal
 */
export function keyOfUser<Value extends string | MaskedKey>(
  key: AnyKey,
  made: Made<{ readonly address: string }>,
): ApiKey<Value> {
  const { caller, of } = made;
  const address = { params: { api_key_id: key.id }, query: { user_id: of.address } };
  return new ApiKey(
    key,
    (body) => caller.write("PATCH /user-api-keys/{api_key_id}", { ...address, body }),
    async (body) =>
      keyOfUser(await caller.write("POST /user-api-keys", { body: { ...body, user_id: of.address } }), made),
  );
}

/**
 * {@link keyOfUser} of a team.
 * @internal
 */
export function keyOfTeam<Value extends string | MaskedKey>(
  key: AnyKey,
  made: Made<{ readonly id: string }>,
): ApiKey<Value> {
  const { caller, of } = made;
  const address = { params: { api_key_id: key.id }, query: { team_id: of.id } };
  return new ApiKey(
    key,
    (body) => caller.write("PATCH /team-api-keys/{api_key_id}", { ...address, body }),
    async (body) => keyOfTeam(await caller.write("POST /team-api-keys", { body: { ...body, team_id: of.id } }), made),
  );
}

/** @internal */
export function keyBody({ description, expiresAt, isPublic }: ApiKeyCreateOptions) {
  return { description, expires_at_millis: expiresAt?.getTime() ?? null, is_public: isPublic };
}
