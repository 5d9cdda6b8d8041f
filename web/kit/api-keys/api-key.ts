import { isKnownError } from "../errors/known-error";
import type { MaskedKey } from "../projects/internal-api-key";
import type { Caller } from "../requests/caller";
import { path, withQuery } from "../requests/path";
import type * as wire from "../requests/wire";

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

/** Whose keys are meant, in the names of the wire: a user's (by id, or `me`) or a team's. */
export type KeyOwner = { readonly user_id: string } | { readonly team_id: string };

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
  readonly #caller: Caller;
  readonly #path: string;

  constructor(key: wire.ApiKey<unknown>, value: Value, caller: Caller, owner: KeyOwner) {
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
    this.#caller = caller;
    this.#path = withQuery(`${keysPath(owner)}${path`/${key.id}`}`, owner);
    Object.freeze(this);
  }

  /** Whether the key works right now. */
  isValid(): boolean {
    return this.whyInvalid() === null;
  }

  /** Why the key no longer works; null when it does. */
  whyInvalid(): "expired" | "manually-revoked" | null {
    if (this.expiresAt && this.expiresAt.getTime() < Date.now()) return "expired";
    return this.manuallyRevokedAt === null ? null : "manually-revoked";
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update({ description, revoked }: ApiKeyUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH", this.#path, { description, revoked }, ["api-keys"]);
  }

  /** Makes the key stop working, for good. */
  async revoke(): Promise<void> {
    await this.update({ revoked: true });
  }
}

/** Every key of an owner, newest first, also those that no longer work. */
export async function listApiKeys(caller: Caller, owner: KeyOwner): Promise<ApiKey[]> {
  const { items } = await caller.read<wire.List<wire.ApiKey<{ last_four: string }>>>(withQuery(keysPath(owner), owner));
  return items.map((key) => new ApiKey(key, { lastFour: key.value.last_four }, caller, owner));
}

/** Makes a key. The answer is the only place where it can be read. */
export async function createApiKey(
  caller: Caller,
  owner: KeyOwner,
  { description, expiresAt, isPublic }: ApiKeyCreateOptions,
): Promise<ApiKey<string>> {
  const expires_at_millis = expiresAt?.getTime() ?? null;
  const body = { description, expires_at_millis, is_public: isPublic, ...owner };
  const key = await caller.write<wire.ApiKey<string>>("POST", keysPath(owner), body, ["api-keys"]);
  return new ApiKey(key, key.value, caller, owner);
}

/** Whose key this is, as the server says: an id, or null for a key that is not valid or of the other kind. */
export async function ownerOfApiKey(caller: Caller, type: "user" | "team", apiKey: string): Promise<string | null> {
  try {
    const call = { method: "POST", path: `/${type}-api-keys/check`, body: { api_key: apiKey } } as const;
    const key = await caller.send<wire.ApiKey<unknown>>(call);
    return key[`${type}_id`] ?? null;
  } catch (error) {
    if (isKnownError(error, "API_KEY_NOT_VALID")) return null;
    throw error;
  }
}

function keysPath(owner: KeyOwner): string {
  return "user_id" in owner ? "/user-api-keys" : "/team-api-keys";
}
