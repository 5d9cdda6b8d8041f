import type * as wire from "../requests/wire";

/** Says when a key was last used, to the hour, and by what. */
export interface KeyUse {
  readonly at: Date;
  /** An IPv4 address, or the first 64 bits of another; null where it says nothing of who used the key. */
  readonly network: string | null;
  /** The version of a client, else the name of a program; null where that is not known. */
  readonly client: string | null;
}

/** Says how a key is shown after its creation. */
export interface MaskedKey {
  readonly lastFour: string;
  /** Undefined for a key that was not used yet. */
  readonly lastUse?: KeyUse;
}

/** @internal */
export function maskedKey(key: wire.UserApiKey["value"]): MaskedKey {
  const { last_four: lastFour, last_used_at_millis: at, last_used_network, last_used_client } = key;
  if (at === undefined) return { lastFour };
  return {
    lastFour,
    lastUse: { at: new Date(at), network: last_used_network ?? null, client: last_used_client ?? null },
  };
}

/** Says how long a key that is rolled still works. */
export interface RollOptions {
  /** It is revoked at once where absent, or not ahead. */
  readonly worksUntil?: Date;
}

/** @internal */
export function replacementOf(id: string, { worksUntil }: RollOptions) {
  return { id, works_until_millis: worksUntil?.getTime() ?? 0 };
}

/**
 * Returns when the successor of a key expires: it lives as long as the key was to.
 * @internal
 */
export function successorExpiry({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }): number {
  return Date.now() + expiresAt.getTime() - createdAt.getTime();
}

/** Returns why a key no longer works; null when it does. */
export function whyKeyIsInvalid(key: {
  readonly expiresAt: Date | undefined;
  readonly manuallyRevokedAt: Date | null;
}): "expired" | "manually-revoked" | null {
  if (key.expiresAt && key.expiresAt.getTime() < Date.now()) return "expired";
  return key.manuallyRevokedAt === null ? null : "manually-revoked";
}
