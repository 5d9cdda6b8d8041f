import type { Actor } from "../../db/audit/actor";
import { selectImpersonator } from "../../db/audit/queries";
import type { Database } from "../../platform/database";

/**
 * Names who impersonates an owner, for statements that are sent to another database than the first. Those statements cannot find
 * who impersonates a user of the internal project. It takes one round trip where the owner is impersonated.
 */
export async function withImpersonator(firstDb: Database, actor: Actor): Promise<Actor> {
  const { impersonatedIn, impersonator, sessionId } = actor;
  if (impersonatedIn === null || impersonator || sessionId === null) return actor;
  const [[found]] = await firstDb.batch([selectImpersonator(firstDb, { projectId: impersonatedIn, sessionId })]);
  return found ? { ...actor, impersonator: found } : actor;
}
