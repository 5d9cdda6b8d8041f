import { ifChanged } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { ifMember } from "../../db/memberships/joins";
import { selectMembership } from "../../db/memberships/queries";
import { selectStanding } from "../../db/permissions/queries";
import { transferProject } from "../../db/projects/changes";
import { selectProject } from "../../db/projects/queries";
import type { ActingOwner, AppRouter, Caller } from "../access";
import { projectIsBusy } from "../projects/contract";
import { requireMembership, requireTeamPermission } from "../teams";
import * as contract from "./contract";

export function transferRoutes(router: AppRouter) {
  router.route(contract.transferProject, async ({ db, caller, body, fail }) => {
    const acting = actingOwner(caller);
    if (!acting) {
      return fail("SCHEMA_ERROR", { message: "Projects are transferred on the internal project, by a signed-in user" });
    }
    const { project_id: projectId, new_team_id: newTeamId } = body;
    if (caller.owner && projectId !== caller.project.id) {
      return fail("SCHEMA_ERROR", { message: "body.project_id must be the project that the request names" });
    }
    const project = caller.owner ? caller.project : (await db.batch([selectProject(db, { projectId })]))[0][0];
    if (!project) return fail("PROJECT_NOT_FOUND", { project_id: projectId });
    const { ownerTeamId: teamId } = project;
    if (teamId === null) return fail(contract.noOwnerTeam);

    const owner = { projectId: acting.project.id, teamId, userId: acting.user.id };
    const heir = { ...owner, teamId: newTeamId };
    const [standing, membership] = await db.batch([selectStanding(db, owner), selectMembership(db, heir)]);
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
    const [transferred] = await db.batch([
      transferProject(db, { projectId, from: teamId, to }),
      recordAuditOfProject(db, projectId, actor, event, ifChanged),
    ]);
    // Another request has transferred or deleted it, or ended the membership in the new team, since they were read.
    return transferred.length > 0 ? { success: "true" as const } : fail(projectIsBusy);
  });
}

/**
 * The owner behind a request: a user of the internal project, on which they send it or, as the official client does, on
 * the project that they transfer.
 */
function actingOwner({ project, user, owner }: Caller): ActingOwner | null {
  return project.id === "internal" && user ? { project, user } : owner;
}
