import { type ConfigOverride, mapSecrets } from "../../config";
import { seal, UnsealError, unseal } from "../../platform/sealing";
import type { ServerSecrets } from "../../platform/server-secret";

/** Bound to the project and to the setting, so that a sealed value is worth nothing anywhere else. */
function purposeOf(projectId: string, path: string): string {
  return `config/${projectId}/${path}`;
}

/** Seals the secrets of a patch before it is stored. What an owner sends is plain text, whatever its form. */
export function sealSecrets(secrets: ServerSecrets, projectId: string, patch: ConfigOverride): Promise<ConfigOverride> {
  return mapSecrets(patch, (path, value) => seal(secrets, purposeOf(projectId, path), value));
}

/**
 * Opens the secrets of a stored override. One that was sealed under a root secret which is gone reads as empty: the
 * owner has to enter it again, and everything else keeps working.
 */
export function openSecrets(
  secrets: ServerSecrets,
  projectId: string,
  override: ConfigOverride,
): Promise<ConfigOverride> {
  return mapSecrets(override, async (path, value) => {
    try {
      return await unseal(secrets, purposeOf(projectId, path), value);
    } catch (error) {
      if (error instanceof UnsealError) return "";
      throw error;
    }
  });
}
