import type { Project } from "../../../db/projects/project";

/**
 * Whether customers of a project buy without money. Never in production mode: what is bought there has to be paid, whatever was
 * left switched on before.
 */
export function isInTestMode({ config, isProductionMode }: Pick<Project, "config" | "isProductionMode">): boolean {
  return config.payments.testMode && !isProductionMode;
}
