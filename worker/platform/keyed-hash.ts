import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { deriveBytes, rootSecrets, type ServerSecrets } from "./server-secret";

/**
 * Computes the HMAC-SHA-256 of a secret that a reader of the database could find by trying all possible ones. Without the root secret
 * they have nothing to compare the tries with. The hashes are in base64url without padding, under the current root secret first, then
 * under the others. A stored hash may come from an isolate that has other settings still or already.
 *
 * @param purpose what the secret is, such as `sign-in-code`: the key derives from it
 */
export async function keyedHashes(
  secrets: ServerSecrets,
  purpose: string,
  secret: string,
): Promise<[string, ...string[]]> {
  const [, ...others] = rootSecrets(secrets);
  return [
    await keyedHash(secrets.current, purpose, secret),
    ...(await Promise.all(others.map((root) => keyedHash(root, purpose, secret)))),
  ];
}

async function keyedHash(root: string, purpose: string, secret: string): Promise<string> {
  const bytes = await deriveBytes(root, `gatehouse/hashing/${purpose}`, 32);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return encodeBase64urlNoPadding(
    new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(secret))),
  );
}
