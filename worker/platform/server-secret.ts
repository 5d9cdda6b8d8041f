/**
 * The instance has these root secrets (`SERVER_SECRET`, `SERVER_SECRET_PREVIOUS`, `SERVER_SECRET_NEXT`). The current one signs and
 * seals. The others, while they are set, verify and open. The previous one is for what is stored still. The next one lets key sets have
 * its keys before it signs. The secret is thus rotated without ending sessions.
 */
export interface ServerSecrets {
  current: string;
  previous?: string | undefined;
  next?: string | undefined;
}

/** Every root secret that verifies and opens, each of them once, the current one first. */
export function rootSecrets({ current, previous, next }: ServerSecrets): string[] {
  return [...new Set([current, previous, next])].filter((secret) => secret !== undefined);
}

/**
 * Derives bytes for one use from a root secret: HKDF-SHA-256 (RFC 5869) without salt. `info` names the use and must be
 * unique to it. HKDF stretches nothing, so the secret itself must be random (256 bits), not a password.
 */
export async function deriveBytes(secret: string, info: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const root = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: utf8(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, root, length * 8));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}
