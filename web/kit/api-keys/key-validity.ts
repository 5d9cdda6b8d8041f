/** Says how a key is shown after its creation. */
export interface MaskedKey {
  readonly lastFour: string;
}

/** Returns why a key no longer works; null when it does. */
export function whyKeyIsInvalid(key: {
  readonly expiresAt: Date | undefined;
  readonly manuallyRevokedAt: Date | null;
}): "expired" | "manually-revoked" | null {
  if (key.expiresAt && key.expiresAt.getTime() < Date.now()) return "expired";
  return key.manuallyRevokedAt === null ? null : "manually-revoked";
}
