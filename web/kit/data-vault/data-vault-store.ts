import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";

/** Holds what the values of a data vault store are encrypted with. */
export interface DataVaultOptions {
  /** Never sent anywhere. A value can be read only with the secret that it was set with. */
  readonly secret: string;
}

/**
 * Stores values that only holders of a secret of yours can read. They are encrypted here, and the API sees neither the value nor
 * its key.
 *
 * After a value is set or deleted, it can be read as before for 60 seconds, even by the process that changed it. Of two writes to
 * one key at once either wins. A key takes one write in a second, and the kit waits with a further one.
 */
export class DataVaultStore {
  /** The id of the store in the project's configuration. */
  readonly id: string;
  readonly #caller: Caller<"server">;

  /** @internal */
  constructor(id: string, caller: Caller<"server">) {
    this.id = id;
    this.#caller = caller;
  }

  /**
   * The value of a key, or null when there is none.
   * @throws Error when the secret is not the one that the value was set with
   * @throws KnownError `DATA_VAULT_STORE_DOES_NOT_EXIST`
   */
  async getValue(key: string, options: DataVaultOptions): Promise<string | null> {
    const { decryptValue, deriveKey } = await encryption();
    const derived = await deriveKey(secretOf(options), stringOf("key", key));
    const params = { store_id: this.id };
    const body = { hashed_key: derived.hashedKey };
    try {
      const read = await this.#caller.write("POST /data-vault/stores/{store_id}/get", { params, body });
      return await decryptValue(derived, read.encrypted_value);
    } catch (error) {
      if (isKnownError(error, "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST")) return null;
      throw error;
    }
  }

  /**
   * Sets the value of a key: a text of up to 749,000 bytes in UTF-8, which may be empty.
   * @throws KnownError `DATA_VAULT_STORE_DOES_NOT_EXIST`, `SCHEMA_ERROR` for a value that is too large
   */
  async setValue(key: string, value: string, options: DataVaultOptions): Promise<void> {
    const { deriveKey, encryptValue } = await encryption();
    const derived = await deriveKey(secretOf(options), stringOf("key", key));
    const encrypted = await encryptValue(derived, stringOf("value", value));
    const body = { hashed_key: derived.hashedKey, encrypted_value: encrypted };
    await this.#caller.write("POST /data-vault/stores/{store_id}/set", { params: { store_id: this.id }, body });
  }

  /**
   * Deletes the value of a key, if there is one. Only the secret that it was set with finds it.
   * @throws KnownError `DATA_VAULT_STORE_DOES_NOT_EXIST`
   */
  async deleteValue(key: string, options: DataVaultOptions): Promise<void> {
    const { deriveKey } = await encryption();
    const { hashedKey } = await deriveKey(secretOf(options), stringOf("key", key));
    const request = { params: { store_id: this.id }, body: { hashed_key: hashedKey } };
    await this.#caller.write("POST /data-vault/stores/{store_id}/delete", request);
  }
}

/** Attack: a secret that is undefined, such as an unset variable, would be the same text in every instance. */
function secretOf({ secret }: DataVaultOptions): string {
  return stringOf("secret", secret);
}

/** Encryption would take anything else as a string, such as an object as `[object Object]`. */
function stringOf(name: string, value: unknown): string {
  if (typeof value !== "string") throw new Error(`${name} must be a string, got ${typeof value}`);
  return value;
}

const encryption = () => import("./encryption");
