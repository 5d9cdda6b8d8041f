/** Says who a key belongs to: a user, or a team. */
export type ApiKeyType = "user" | "team";

/** By this secret scanners recognise these keys. */
const scannerMarker = "574ck4u7h";

/**
 * Composes the text of an API key, which has 102 characters. Its form is
 * `{sk|pk}_{secret, 45}{id without dashes, 32}{user|team}{flags, 1}{marker, 9}{checksum, 8}`.
 * The checksum lets a scanner distinguish a key from similar text. Nothing is decided by it here.
 *
 * @param secret 45 characters of Crockford base-32
 * @param id a UUID
 */
export function composeKeyText(key: { secret: string; id: string; type: ApiKeyType; isPublic: boolean }): string {
  const prefix = key.isPublic ? "pk" : "sk";
  // Bit 0: the key is not one of the hosted reference's. Bit 1: it is public.
  const flags = key.isPublic ? "3" : "1";
  const body = `${prefix}_${key.secret}${key.id.replaceAll("-", "")}${key.type}${flags}${scannerMarker}`;
  return body + crc32(new TextEncoder().encode(body)).toString(16).padStart(8, "0");
}

/** CRC-32 as zip and PNG have it (ISO 3309, reflected polynomial 0xEDB88320), as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return ~remainder >>> 0;
}
