import {
  applyPatch,
  type ConfigLevel,
  type ConfigOverride,
  mapSecrets,
  overrideAt,
  withOverrideAt,
} from "../../config";
import { isSealed, ivOf, reseal, seal, sealOf, UnsealError, unseal, withoutContent } from "../../platform/sealing";
import type { ServerSecrets } from "../../platform/server-secret";

/** Bound to the project and to the setting, so that a sealed value is worth nothing anywhere else. */
function purposeOf(projectId: string, path: string): string {
  return `config/${projectId}/${path}`;
}

/**
 * Returns a document after a patch of one of its levels as it is stored. Every secret in it is sealed under the current root secret. What an
 * owner sends is plain text, whatever its form. The exception is a secret that no root secret opens: what was read in its place leaves it as it is.
 */
export async function sealPatched(
  secrets: ServerSecrets,
  projectId: string,
  override: ConfigOverride,
  patch: ConfigOverride,
  { level = "environment", replaces = false }: { level?: ConfigLevel; replaces?: boolean } = {},
): Promise<ConfigOverride> {
  const stored = new Map<string, string>();
  await mapSecrets(override, async (path, value) => {
    if (isSealed(value)) stored.set(`${path}/${ivOf(value)}`, value);
    return value;
  });
  const sealed = await mapSecrets(patch, async (path, value) => {
    const kept = isSealed(value) ? stored.get(`${path}/${ivOf(value)}`) : undefined;
    return kept ?? seal(secrets, purposeOf(projectId, path), value);
  });
  const below = replaces ? {} : overrideAt(override, level);
  return resealSecrets(secrets, projectId, withOverrideAt(override, level, applyPatch(below, sealed)));
}

/** A stored override with every secret that can be opened sealed under the current root secret. */
export function resealSecrets(
  secrets: ServerSecrets,
  projectId: string,
  override: ConfigOverride,
): Promise<ConfigOverride> {
  return mapSecrets(override, async (path, value) =>
    isSealed(value) ? ((await reseal(secrets, purposeOf(projectId, path), value)) ?? value) : value,
  );
}

/** The columns of an override whose secrets are sealed under the current root secret. */
export async function storedConfig(secrets: ServerSecrets, override: ConfigOverride) {
  let hasSecrets = false;
  await mapSecrets(override, async (_, value) => {
    hasSecrets = true;
    return value;
  });
  return {
    configOverride: JSON.stringify(override),
    configSeal: hasSecrets ? await sealOf(secrets.current) : null,
  };
}

/**
 * Opens the secrets of a stored override. In place of one that no configured root secret opens stands how it is sealed,
 * which is listed. It reads as neither empty nor right, everything else keeps working, and the owner has to enter it
 * again.
 */
export async function openSecrets(
  secrets: ServerSecrets,
  projectId: string,
  override: ConfigOverride,
): Promise<{ override: ConfigOverride; unreadable: ReadonlySet<string> }> {
  const unreadable = new Set<string>();
  const opened = await mapSecrets(override, async (path, value) => {
    try {
      return await unseal(secrets, purposeOf(projectId, path), value);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      const shown = isSealed(value) ? withoutContent(value) : value;
      unreadable.add(shown);
      return shown;
    }
  });
  return { override: opened, unreadable };
}
