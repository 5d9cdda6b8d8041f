import { decodeBase64, encodeBase64 } from "@oslojs/encoding";

/** Precedes a secret that signs with a key shared by both sides (Standard Webhooks, "Signature scheme"). */
export const secretPrefix = "whsec_";

/** 24 bytes, as Svix makes them. */
const secretBytes = 24;

/** A fresh secret: `whsec_` and 32 characters of base-64. */
export function newWebhookSecret(): string {
  return secretPrefix + encodeBase64(crypto.getRandomValues(new Uint8Array(secretBytes)));
}

/**
 * Makes the headers that prove where a message comes from and when. Receivers may read them by the names of Standard Webhooks or by those
 * of Svix, from which that standard comes. The signature is HMAC-SHA-256 over `id.timestamp.body`.
 *
 * @param secrets each makes a signature of its own, because receivers may have either while a secret is replaced
 */
export async function signatureHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Promise<Record<string, string>> {
  const content = new Uint8Array(new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, content)));
  const values = { id, timestamp: String(timestamp), signature: signatures.join(" ") };
  return Object.fromEntries(
    ["webhook", "svix"].flatMap((brand) => Object.entries(values).map(([name, value]) => [`${brand}-${name}`, value])),
  );
}

async function sign(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = new Uint8Array(decodeBase64(secret.slice(secretPrefix.length)));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, content)))}`;
}
