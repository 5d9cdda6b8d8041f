import type { Actor } from "../../db/audit/actor";
import { type AuditEvent, ifChanged, recordAudit } from "../../db/audit/changes";
import { recordAuditOfProjects, recordAuditOfTeam } from "../../db/audit/project-logs";
import type { MemberKey } from "../../db/keys";
import { isMemberRefused, refuseMemberUnless } from "../../db/memberships/changes";
import { deleteTeamGrants, insertTeamGrants } from "../../db/permissions/changes";
import { recordTeamGrants, recordTeamRevocation } from "../../db/permissions/events";
import { holderIdsIn, selectStanding } from "../../db/permissions/queries";
import type { Project } from "../../db/projects/project";
import { selectProjectsElsewhere } from "../../db/projects/queries";
import { allOf, type Database, ifFound, type Statement, violatesForeignKey } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import { type AppRouter, withImpersonator } from "../access";
import { permissionsLeadingTo, teamDefaults } from "../permissions";
import { requireOwner } from "../projects";
import { requireMembership, requireTeamPermission } from "../teams";
import * as contract from "./contract";

const admin = "team_admin";

export function ownerTeamRoutes(router: AppRouter) {
  router.route(contract.changeOwnerRole, async ({ db, shards, caller, params, body: { role }, fail }) => {
    const { team_id: teamId, user_id: userId } = params;
    const { id: actingId } = requireOwner({ fail }, caller);
    const { project } = caller;
    const acting = { projectId: project.id, teamId, userId: actingId };
    const member = { ...acting, userId };
    // A member with one of them is an admin.
    const adminIds = permissionsLeadingTo(project, admin, "team");
    const admins = { projectId: project.id, teamId, permissionIds: adminIds };
    const ownAdmin = holderIdsIn(db, { ...admins, only: actingId });
    const otherAdmins = holderIdsIn(db, { ...admins, except: userId }).limit(1);
    const [ofActing, ofMember, others] = await db.batch([
      selectStanding(db, acting),
      selectStanding(db, member),
      otherAdmins,
    ]);
    requireTeamPermission({ fail }, project, acting, admin, ofActing);
    requireMembership({ fail }, member, ofMember);

    const granted = ofMember.flatMap(({ permissionId }) => permissionId ?? []);
    const isAdmin = granted.some((id) => adminIds.includes(id));
    const changed = { team_id: teamId, user_id: userId, role };
    if (isAdmin === (role === "admin")) return changed;
    if (role === "member" && others.length === 0) return fail(contract.lastAdminStays);

    const change = { project, member, granted, adminIds };
    const actor = { ...caller.actor, type: "owner", id: actingId } as const;
    const isGranted = role === "admin";
    const ofProjects = {
      type: "project.owner_role_changed",
      target: { type: "owner", id: userId },
      details: { role },
    } as const;
    const statements = [
      refuseMemberUnless(db, member, allOf(ifFound(ownAdmin), ...(isGranted ? [] : [ifFound(otherAdmins)]))),
      ...(isGranted ? promotion(db, member) : demotion(db, change)),
      recordAudit(
        db,
        project,
        caller.actor,
        {
          type: isGranted ? "team_permission.granted" : "team_permission.revoked",
          target: { type: "user", id: userId },
          details: { permission_id: admin, team_id: teamId },
        },
        ifChanged,
      ),
      recordAuditOfTeam(db, teamId, actor, ofProjects, ifChanged),
    ];
    try {
      await db.batch(statements as [Statement, ...Statement[]]);
    } catch (error) {
      if (isMemberRefused(error)) return fail(contract.rolesAreBusy, undefined, { cause: error });
      if (violatesForeignKey(error)) {
        return fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId }, { cause: error });
      }
      throw error;
    }
    await recordElsewhere({ firstDb: db, shards }, teamId, actor, ofProjects);
    return changed;
  });
}

function promotion(db: Database, member: MemberKey): Statement[] {
  const granted = { ...member, permissionIds: [admin] };
  return [...recordTeamGrants(db, granted), ...insertTeamGrants(db, granted)];
}

/** Takes back what makes an admin, last of all, and leaves what the project gives to members. */
function demotion(
  db: Database,
  {
    project,
    member,
    granted,
    adminIds,
  }: { project: Project; member: MemberKey; granted: readonly string[]; adminIds: string[] },
): Statement[] {
  const permissionIds = teamDefaults(project, "member").filter((id) => !adminIds.includes(id) && !granted.includes(id));
  const given = { ...member, permissionIds };
  const revoked = granted.filter((id) => adminIds.includes(id));
  return [
    ...insertTeamGrants(db, given),
    ...recordTeamGrants(db, given),
    ...revoked.map((permissionId) => recordTeamRevocation(db, { ...member, permissionId })),
    deleteTeamGrants(db, { ...member, permissionIds: revoked }),
  ];
}

/**
 * Records what was done in a team of owners in the logs of its projects that are outside the first shard. No statement of the first shard
 * reaches those.
 */
async function recordElsewhere(
  { firstDb, shards }: Pick<Tools, "firstDb" | "shards">,
  teamId: string,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  if (shards.length === 1) return;
  const [projects] = await firstDb.batch([selectProjectsElsewhere(firstDb, { teamId })]);
  if (projects.length === 0) return;
  const named = await withImpersonator(firstDb, actor);
  const byShard = Map.groupBy(projects, ({ shard }) => shard ?? 0);
  await Promise.all(
    [...byShard].map(async ([shard, ofShard]) => {
      const ids = ofShard.map(({ projectId }) => projectId);
      const db = shards[shard];
      await db?.batch([recordAuditOfProjects(db, ids, named, event)]);
    }),
  );
}
