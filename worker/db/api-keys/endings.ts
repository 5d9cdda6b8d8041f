// Keys end with their owners and their makers.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Database, rowIs, type Statement } from "../../platform/database";
import type { ActorInSql } from "../audit/actor";
import { type AuditedProject, recordAuditOf } from "../audit/changes";
import type { MemberKey, TeamKey, UserKey } from "../keys";
import { soleTeamIdsOf } from "../memberships/joins";
import { apiKeys } from "./schema";

/** Deletes the keys of a user, those that they made for teams, and those of teams of which they are the only member. */
export function deleteKeysOf(db: Database, { projectId, userId }: UserKey): Statement[] {
  const ofProject = eq(apiKeys.projectId, projectId);
  return [
    db.delete(apiKeys).where(and(ofProject, eq(apiKeys.userId, userId))),
    db.delete(apiKeys).where(and(ofProject, inArray(apiKeys.teamId, soleTeamIdsOf(db, { projectId, userId })))),
  ];
}

/** Revokes the keys that a member has made for a team, with an event for each, before the membership ends. */
export function revokeKeysMadeBy(
  db: Database,
  project: AuditedProject,
  actor: ActorInSql,
  member: MemberKey,
): [Statement, Statement] {
  const isTheirs = isKeyMadeBy(member);
  const event = {
    type: "api_key.revoked",
    target: { type: "api_key", id: sql`${apiKeys.id}` },
    details: { user_id: null, team_id: member.teamId, reason: "maker_left" },
  } as const;
  return [
    recordAuditOf(db, project, actor, event, sql`from ${apiKeys} where ${isTheirs}`),
    db.update(apiKeys).set({ manuallyRevokedAt: Date.now() }).where(isTheirs),
  ];
}

/** Revokes the keys of a team that is being deleted, of which its own event tells. */
export function revokeKeysOf(db: Database, { projectId, teamId }: TeamKey): Statement {
  const isValid = isNull(apiKeys.manuallyRevokedAt);
  const isOfTeam = rowIs(apiKeys, { projectId, teamId });
  return db.update(apiKeys).set({ manuallyRevokedAt: Date.now() }).where(and(isOfTeam, isValid));
}

/** The keys of a team that a member made and that open anything to them: a public one is no secret, and is never revoked. */
function isKeyMadeBy({ projectId, teamId, userId }: MemberKey) {
  return and(
    rowIs(apiKeys, { projectId, type: "team", teamId, userId, isPublic: false }),
    isNull(apiKeys.manuallyRevokedAt),
  );
}
