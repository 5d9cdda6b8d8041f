import type { Adapter, AdapterPayload } from "oidc-provider";

/**
 * What the local identity provider remembers, in memory until it stops. (oidc-provider has one of its own, and warns at
 * every start that it is not meant for real use.)
 */
export class MemoryAdapter implements Adapter {
  static #rows = new Map<string, AdapterPayload>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    MemoryAdapter.#rows.set(`${this.#kind}:${id}`, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MemoryAdapter.#rows.get(`${this.#kind}:${id}`);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#own().find(([, payload]) => payload.uid === uid)?.[1];
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#own().find(([, payload]) => payload.userCode === userCode)?.[1];
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#rows.delete(`${this.#kind}:${id}`);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#own()) {
      if (payload.grantId === grantId) MemoryAdapter.#rows.delete(key);
    }
  }

  #own(): [string, AdapterPayload][] {
    return [...MemoryAdapter.#rows].filter(([key]) => key.startsWith(`${this.#kind}:`));
  }
}
