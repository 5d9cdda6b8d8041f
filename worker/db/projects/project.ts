import { applyPatch, type ConfigOverride, type ProjectConfig, renderConfig } from "../../config";
import type { Settings } from "../../platform/env";
import { openSecrets } from "./config-secrets";
import { internalProjectOverride } from "./internal-project";
import type { ProjectRow } from "./queries";

/** A project with its rendered configuration, which is what every rule reads. Secrets inside are still sealed. */
export interface Project {
  id: string;
  displayName: string;
  description: string;
  logoUrl: string | null;
  fullLogoUrl: string | null;
  isProductionMode: boolean;
  ownerTeamId: string | null;
  createdAt: number;
  configOverride: ConfigOverride;
  config: ProjectConfig;
}

export function readProject({ projectId, ...row }: ProjectRow, settings: Settings): Project {
  return { id: projectId, ...row, config: renderConfig(layered(projectId, row.configOverride, settings)) };
}

/** The rendered configuration with its secrets open: for its owner, and for servers that log in with them. */
export async function openConfig({ id, configOverride }: Project, settings: Settings): Promise<ProjectConfig> {
  const opened = await openSecrets(settings.serverSecrets, id, configOverride);
  return renderConfig(layered(id, opened, settings));
}

/** The internal project's own override stands on what it comes with. */
function layered(projectId: string, override: ConfigOverride, settings: Settings): ConfigOverride {
  return projectId === "internal" ? applyPatch(internalProjectOverride(settings), override) : override;
}
