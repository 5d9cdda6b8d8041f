import type { Settings } from "../../platform/env";
import { type ProjectConfig, renderConfig } from "./config";
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
  configOverride: ProjectRow["configOverride"];
  config: ProjectConfig;
}

export function readProject({ projectId, ...row }: ProjectRow, settings: Settings): Project {
  const base = projectId === "internal" ? internalProjectOverride(settings) : {};
  return { id: projectId, ...row, config: renderConfig({ ...base, ...row.configOverride }) };
}
