import type { SQL } from "drizzle-orm";
import { applyPatch, type ConfigOverride, findOversize } from "../../config";
import { batchByName } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import { fail } from "../../protocol/fail";
import { PlainError } from "../../protocol/plain-error";
import type { Statements } from "../../protocol/router";
import { storedImageUrl } from "../images";
import { sealSecrets } from "./config-secrets";
import { type Project, readProject } from "./project";
import { type ProjectRow, selectProject, updateProject, whereUnchanged } from "./queries";

/** How often a change is made again because another one was written after the read. */
const maxAttempts = 10;

/**
 * Changes a project's row and configuration. The configuration is one document, so a change is written only if the
 * document is still the one that it was made from; otherwise it is made again from the newer one. None is lost.
 *
 * @param patchFor the patch of the configuration, made from the project as it is at that moment
 * @param follow what must change in other tables with it, by name. Each write carries the condition that it is given,
 *   which holds exactly when the configuration is written.
 */
export async function changeProject(
  { db, settings }: Pick<Tools, "db" | "settings">,
  project: Project,
  fields: Partial<ProjectRow>,
  patchFor: (project: Project) => ConfigOverride,
  follow: (unchanged: SQL) => Statements = () => ({}),
): Promise<Project> {
  let current = project;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const patch = await sealSecrets(settings.serverSecrets, project.id, patchFor(current));
    const configOverride = applyPatch(current.configOverride, patch);
    refuseOversize(configOverride);
    const unchanged = { projectId: project.id, from: current.storedOverride };
    const { changed, found } = await batchByName(db, {
      ...follow(whereUnchanged(db, unchanged)),
      changed: updateProject(db, { ...unchanged, set: { ...fields, configOverride: JSON.stringify(configOverride) } }),
      found: selectProject(db, { projectId: project.id }),
    });
    if (changed[0]) return readProject(changed[0], settings);
    if (!found[0]) return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: project.id });
    current = readProject(found[0], settings);
  }
  throw new PlainError(409, "The project is being changed by somebody else. Please try again.");
}

/** @throws SCHEMA_ERROR above the size that one row can hold */
export function refuseOversize(override: ConfigOverride): void {
  const oversize = findOversize(override);
  if (oversize) fail("SCHEMA_ERROR", { message: oversize });
}

/** The logos of a project as they are stored: an uploaded image becomes the address under which it is served. */
export async function storeLogos(
  tools: Tools,
  logos: { logo_url?: string | null; full_logo_url?: string | null },
): Promise<Pick<Partial<ProjectRow>, "logoUrl" | "fullLogoUrl">> {
  return {
    ...(logos.logo_url !== undefined && { logoUrl: await storedImageUrl(tools, logos.logo_url) }),
    ...(logos.full_logo_url !== undefined && { fullLogoUrl: await storedImageUrl(tools, logos.full_logo_url) }),
  };
}
