import {
  type MaskedKey,
  maskedKey,
  type RollOptions,
  replacementOf,
  successorExpiry,
  whyKeyIsInvalid,
} from "../api-keys/key-validity";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { tableOf } from "../rows/operation";

export interface InternalApiKeyCreateOptions {
  readonly description: string;
  readonly expiresAt: Date;
  readonly hasPublishableClientKey: boolean;
  readonly hasSecretServerKey: boolean;
  readonly hasSuperSecretAdminKey: boolean;
}

type KeySetFields = Pick<
  wire.InternalApiKey,
  "id" | "description" | "created_at_millis" | "expires_at_millis" | "manually_revoked_at_millis"
>;

/** A set of the project's own keys. `K` is how a key is shown, `None` what stands for a kind the set does not have. */
abstract class KeySet<K, None> {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly manuallyRevokedAt: Date | null;
  abstract readonly publishableClientKey: K | None;
  abstract readonly secretServerKey: K | None;
  abstract readonly superSecretAdminKey: K | None;
  readonly #caller: Caller<"admin">;

  /** @internal */
  constructor(key: KeySetFields, caller: Caller<"admin">) {
    this.id = key.id;
    this.description = key.description;
    this.createdAt = new Date(key.created_at_millis);
    this.expiresAt = new Date(key.expires_at_millis);
    const revokedAt = key.manually_revoked_at_millis ?? null;
    this.manuallyRevokedAt = revokedAt === null ? null : new Date(revokedAt);
    this.#caller = caller;
  }

  /** Tells whether the keys work right now. */
  isValid(): boolean {
    return this.whyInvalid() === null;
  }

  /** Returns why the keys no longer work; null when they do. */
  whyInvalid(): "expired" | "manually-revoked" | null {
    return whyKeyIsInvalid(this);
  }

  /** Makes the keys of this set stop working, for good. */
  async revoke(): Promise<void> {
    const params = { api_key_id: this.id };
    await this.#caller.write("PATCH /internal/api-keys/{api_key_id}", { params, body: { revoked: true } });
  }

  /**
   * Makes a set of the same kinds in place of this one, which works until a time, or is revoked at once. It lives as long as this one
   * was to. The secret keys can be read this once.
   */
  async roll(options: RollOptions = {}): Promise<InternalApiKeyFirstView> {
    const body = {
      description: this.description,
      expires_at_millis: successorExpiry(this),
      has_publishable_client_key: Boolean(this.publishableClientKey),
      has_secret_server_key: Boolean(this.secretServerKey),
      has_super_secret_admin_key: Boolean(this.superSecretAdminKey),
      replaces: replacementOf(this.id, options),
    };
    const made = await this.#caller.write("POST /internal/api-keys", { body });
    return new InternalApiKeyFirstView(made, this.#caller);
  }
}

/** What is shown of a publishable client key, which is public. */
export interface PublishableKey extends MaskedKey {
  /** The key itself; null if it was created before the API kept it. */
  readonly key: string | null;
}

/** A set of keys as listed: of each secret key the last four characters. */
export class InternalApiKey extends KeySet<MaskedKey, null> {
  readonly publishableClientKey: PublishableKey | null;
  readonly secretServerKey: MaskedKey | null;
  readonly superSecretAdminKey: MaskedKey | null;
  /** The id of the owner who made it; null where somebody with an admin key did, or before the API kept it. */
  readonly createdByOwnerId: string | null;
  /** The id of the set with whose admin key it was made. */
  readonly createdByKeyId: string | null;
  /** The id of the set that was made in its place. */
  readonly replacedById: string | null;

  /** @internal */
  constructor(key: wire.InternalApiKey, caller: Caller<"admin">) {
    super(key, caller);
    const publishable = key.publishable_client_key;
    this.publishableClientKey = publishable ? { ...maskedKey(publishable), key: publishable.key ?? null } : null;
    this.createdByOwnerId = key.created_by_owner_id ?? null;
    this.createdByKeyId = key.created_by_key_id ?? null;
    this.replacedById = key.replaced_by_id ?? null;
    this.secretServerKey = masked(key.secret_server_key);
    this.superSecretAdminKey = masked(key.super_secret_admin_key);
  }
}

/** A set of keys as it is made: the only time that its secret keys can be read. */
export class InternalApiKeyFirstView extends KeySet<string, undefined> {
  readonly publishableClientKey: string | undefined;
  readonly secretServerKey: string | undefined;
  readonly superSecretAdminKey: string | undefined;

  /** @internal */
  constructor(key: wire.CreatedInternalApiKey, caller: Caller<"admin">) {
    super(key, caller);
    this.publishableClientKey = key.publishable_client_key;
    this.secretServerKey = key.secret_server_key;
    this.superSecretAdminKey = key.super_secret_admin_key;
  }
}

function masked(key: wire.UserApiKey["value"] | undefined): MaskedKey | null {
  return key === undefined ? null : maskedKey(key);
}

export const internalApiKeys = /* @__PURE__ */ tableOf("admin", ({ read, write }) => ({
  /** Every set of project keys, newest first, also those that no longer work. */
  listInternalApiKeys: read(
    "GET /internal/api-keys",
    () => ({}),
    ({ items }, { caller }) => items.map((key) => new InternalApiKey(key, caller)),
    "internal-api-keys",
  ),

  /** Makes a set of project keys. This is the only time that the secret ones can be read. */
  createInternalApiKey: write(
    "POST /internal/api-keys",
    (options: InternalApiKeyCreateOptions) => ({
      body: {
        description: options.description,
        expires_at_millis: options.expiresAt.getTime(),
        has_publishable_client_key: options.hasPublishableClientKey,
        has_secret_server_key: options.hasSecretServerKey,
        has_super_secret_admin_key: options.hasSuperSecretAdminKey,
      },
    }),
    (key, { caller }) => new InternalApiKeyFirstView(key, caller),
  ),
}));

export type InternalApiKeys = typeof internalApiKeys;
