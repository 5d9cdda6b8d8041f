import type { Actor } from "../../db/audit/actor";
import { selectImpersonator } from "../../db/audit/queries";
import type { Database } from "../../platform/database";

/**
 * An owner as an actor of statements that are sent to another database than the first: those cannot find who impersonates a user of
 * the internal project. One round trip where the owner is impersonated.
 */
export async function withImpersonator(firstDb: Database, actor: Actor): Promise<Actor> {
  const { impersonatedIn, impersonator, sessionId } = actor;
  if (impersonatedIn === null || impersonator || sessionId === null) return actor;
  const [[found]] = await firstDb.batch([selectImpersonator(firstDb, { projectId: impersonatedIn, sessionId })]);
  return found ? { ...actor, impersonator: found } : actor;
}
