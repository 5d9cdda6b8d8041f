import { ifChanged } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { ifMember } from "../../db/memberships/joins";
import { selectMembership } from "../../db/memberships/queries";
import { selectStanding } from "../../db/permissions/queries";
import { transferProject, updateOwnerTeam } from "../../db/projects/changes";
import { fewerProjectsOf, selectOwnership } from "../../db/projects/queries";
import { teamIdsMadeBy } from "../../db/teams/joins";
import { refuseUnless, unlessRefused } from "../../platform/database";
import { type ActingOwner, type AppRouter, type Caller, withImpersonator } from "../access";
import { projectsAtCap } from "../caps/contract";
import { projectIsBusy } from "../projects/changes/contract";
import { requireMembership, requireTeamPermission } from "../teams";
import * as contract from "./contract";

export function transferRoutes(router: AppRouter) {
  router.route(contract.transferProject, async ({ db, firstDb, dbOf, settings, caller, body, fail }) => {
    const acting = actingOwner(caller);
    if (!acting) {
      return fail("SCHEMA_ERROR", { message: "Projects are transferred on the internal project, by a signed-in user" });
    }
    const { project_id: projectId, new_team_id: newTeamId } = body;
    if (caller.owner && projectId !== caller.project.id) {
      return fail("SCHEMA_ERROR", { message: "body.project_id must be the project that the request names" });
    }
    const isRead = caller.owner && db === firstDb;
    const project = isRead ? caller.project : (await firstDb.batch([selectOwnership(firstDb, { projectId })]))[0][0];
    if (!project) return fail("PROJECT_NOT_FOUND", { project_id: projectId });
    const { ownerTeamId: teamId } = project;
    if (teamId === null) return fail(contract.noOwnerTeam);

    const owner = { projectId: acting.project.id, teamId, userId: acting.user.id };
    const heir = { ...owner, teamId: newTeamId };
    const [standing, membership] = await firstDb.batch([
      selectStanding(firstDb, owner),
      selectMembership(firstDb, heir),
    ]);
    requireTeamPermission({ fail }, acting.project, owner, "team_admin", standing);
    requireMembership({ fail }, heir, membership);

    if (newTeamId === teamId) return { success: "true" as const };

    const to = ifMember(heir, newTeamId);
    const event = {
      type: "project.transferred",
      target: { type: "project", id: projectId },
      details: {
        from_team_id: teamId,
        to_team_id: newTeamId,
        // A server or an admin of the internal project that sends the owner's token.
        ...(caller.actor.type === "key" && { key_id: caller.actor.id }),
      },
    } as const;
    const actor = { ...caller.actor, type: "owner", id: acting.user.id } as const;
    const ownDb = dbOf(projectId);
    const transfer = transferProject(firstDb, { projectId, from: teamId, to });
    const max = settings.projectsPerOwner;
    // What was just transferred counts.
    const others = teamIdsMadeBy(firstDb, { projectId: acting.project.id, userId: acting.user.id });
    const isWithinCap = fewerProjectsOf(firstDb, { teamId: newTeamId, others }, max + 1);
    const statements = [
      transfer,
      ...(ownDb === firstDb ? [recordAuditOfProject(firstDb, projectId, actor, event, ifChanged)] : []),
      refuseUnless(firstDb, isWithinCap),
    ] as const;
    const [transferred] = (await unlessRefused(firstDb.batch(statements))) ?? fail(projectsAtCap, { max });
    // Another request has transferred or deleted it, or ended the membership in the new team, since they were read.
    if (transferred.length === 0) return fail(projectIsBusy);
    if (ownDb !== firstDb) {
      await ownDb.batch([
        updateOwnerTeam(ownDb, { projectId, ownerTeamId: newTeamId }),
        recordAuditOfProject(ownDb, projectId, await withImpersonator(firstDb, actor), event),
      ]);
    }
    return { success: "true" as const };
  });
}

/**
 * Returns the owner behind a request, who is a user of the internal project. They send it on that project or, as the official client does,
 * on the project that they transfer.
 */
function actingOwner({ project, user, owner }: Caller): ActingOwner | null {
  return project.id === "internal" && user ? { project, user } : owner;
}
