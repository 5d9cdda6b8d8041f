import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Settings } from "../../platform/env";
import { equalSecrets } from "../../platform/secrets";
import { deriveBytes, rootSecrets } from "../../platform/server-secret";
import type { Tier } from "../../protocol/tiers";

/** Its length tells it from the keys that are stored, which have 45 characters after the prefix. */
const form = /^pck_[A-Za-z0-9_-]{43}$/;

/**
 * Derives the publishable client key with which the hosted pages send a project's requests. It comes from the root secret and the
 * project's id. So a project has hosted pages without a stored key for them, and every key in a list is one that its owner made.
 */
export function hostedPagesKey({ serverSecrets }: Pick<Settings, "serverSecrets">, projectId: string): Promise<string> {
  return derivedKey(serverSecrets.current, projectId);
}

/**
 * Tells whether a key is the one of a project's hosted pages, under any root secret that verifies. It may be used while the
 * project has hosted pages, which the caller checks. Costs nothing for keys of another form.
 */
export async function isHostedPagesKey(
  { serverSecrets }: Pick<Settings, "serverSecrets">,
  { projectId, tier }: { projectId: string; tier: Tier },
  key: string | undefined,
): Promise<boolean> {
  if (tier !== "client" || key === undefined || !form.test(key)) return false;
  const keys = await Promise.all(rootSecrets(serverSecrets).map((secret) => derivedKey(secret, projectId)));
  return keys.some((derived) => equalSecrets(derived, key));
}

async function derivedKey(secret: string, projectId: string): Promise<string> {
  const bytes = await deriveBytes(secret, `gatehouse/hosted-pages-key/${projectId}`, 32);
  return `pck_${encodeBase64urlNoPadding(bytes)}`;
}
