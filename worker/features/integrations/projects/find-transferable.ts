import { type ProvisionedProject, selectTransferable } from "../../../db/projects/provisioned/queries";
import { selectNameOfProject } from "../../../db/projects/queries";
import type { Tools } from "../../../platform/tools";

/** A project that a client has made and no team owns yet, with its name; undefined where there is none. */
export async function findTransferable(
  { firstDb, dbOf }: Pick<Tools, "firstDb" | "dbOf">,
  provisioned: ProvisionedProject,
): Promise<{ id: string; displayName: string } | undefined> {
  const [[project]] = await firstDb.batch([selectTransferable(firstDb, provisioned)]);
  if (!project) return undefined;
  const db = dbOf(project.id);
  if (db === firstDb) return project;
  const [[named]] = await db.batch([selectNameOfProject(db, { projectId: project.id })]);
  return named && { id: project.id, displayName: named.displayName };
}
