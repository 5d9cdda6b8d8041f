import { isAlreadyMember, isUnknownMember, isUnknownTeam } from "../../../db/memberships/changes";
import { selectUserInTeam } from "../../../db/memberships/queries";
import { selectStanding } from "../../../db/permissions/queries";
import type { AppRouter } from "../../access";
import * as contract from "./contract";
import { joinTeam, leaveTeam, requireMember, requireTeamPermission } from "./index";

export function membershipRoutes(router: AppRouter) {
  router.route(contract.createMembership, async ({ db, caller: { project, actor }, params, fail }) => {
    const { team_id: teamId, user_id: userId } = params;
    try {
      await db.batch(joinTeam(db, project, { teamId, userId, by: actor }));
    } catch (error) {
      if (isUnknownMember(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
      if (isAlreadyMember(error)) return fail("TEAM_MEMBERSHIP_ALREADY_EXISTS", undefined, { cause: error });
      if (isUnknownTeam(error)) return fail("TEAM_NOT_FOUND", { team_id: teamId }, { cause: error });
      throw error;
    }
    return { team_id: teamId, user_id: userId };
  });

  router.route(contract.deleteMembership, {
    prefetch: ({ db, projectId, provenProjectId, userId, params: { team_id: teamId, user_id: targetId } }) => ({
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
      target: selectUserInTeam(db, { projectId, teamId, userId: targetId }),
    }),
    handle: async ({ db, shards, caller, params: { team_id: teamId, user_id: userId }, found, fail }) => {
      if (caller.tier === "client") {
        const own = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (own.id !== userId) {
          requireTeamPermission(
            { fail },
            caller.project,
            { teamId, userId: own.id },
            "$remove_members",
            found.standing,
          );
        }
      }
      requireMember({ fail }, { teamId, userId }, found.target);
      const left = await leaveTeam(
        { db, shards, fail },
        { caller, member: { projectId: caller.project.id, teamId, userId } },
      );
      // Another request removed them since they were read.
      return left
        ? { success: true as const }
        : fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId });
    },
  });
}
