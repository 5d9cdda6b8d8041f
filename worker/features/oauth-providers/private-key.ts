import { decodeBase64IgnorePadding } from "@oslojs/encoding";
import { ProviderError } from "./provider-error";

const armour = /-----(BEGIN|END) PRIVATE KEY-----/g;

const algorithms = [
  { name: "ECDSA", namedCurve: "P-256" },
  { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
] as const;

/** Tells whether a text holds a private key in PEM (RFC 7468 section 10). */
export function holdsPrivateKey(text: string): boolean {
  return text.includes("-----BEGIN PRIVATE KEY-----");
}

/**
 * Imports a PKCS #8 key for ES256 or RS256. The line breaks of its PEM may be lost or be written as `\n`, as one-line inputs
 * and environment files leave them.
 *
 * @throws {ProviderError} `invalid_client` when it is no such key
 */
export async function importPrivateKey(text: string, vendorName: string): Promise<CryptoKey> {
  for (const algorithm of algorithms) {
    try {
      const der = decodeBase64IgnorePadding(text.replace(armour, "").replace(/\\n|\s/g, ""));
      return await crypto.subtle.importKey("pkcs8", new Uint8Array(der), algorithm, false, ["sign"]);
    } catch {
      // Not of this kind.
    }
  }
  throw new ProviderError("invalid_client", `The private key that is configured for ${vendorName} cannot be used.`);
}
