import { isSystemPermission } from "../../../config";
import { selectUserInTeam } from "../../../db/memberships/queries";
import {
  deleteProjectGrant,
  deleteTeamGrant,
  insertProjectGrants,
  insertTeamGrants,
} from "../../../db/permissions/changes";
import {
  recordProjectGrants,
  recordProjectRevocation,
  recordTeamGrants,
  recordTeamRevocation,
} from "../../../db/permissions/events";
import { selectProjectGrants, selectTeamGrants } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import { selectUserId } from "../../../db/users/queries";
import { batchThen, type Statement, violatesForeignKey } from "../../../platform/database";
import { fail } from "../../../protocol/fail";
import { PlainError } from "../../../protocol/plain-error";
import type { AppRouter, Caller } from "../../access";
import { type PermissionScope, scopeOf } from "../definitions";
import * as contract from "./contract";
import { heldPermissions } from "./held-permissions";

/** A list that names no user is one response; beyond this many direct grants it must be asked for by user. */
const longestList = 10_000;

export function permissionGrantRoutes(router: AppRouter) {
  router.route(contract.listTeamPermissions, {
    prefetch: ({ db, projectId, query }) => ({
      ofUser: selectTeamGrants(db, { projectId, teamId: query.team_id, userId: query.user_id ?? "" }),
    }),
    handle: async ({ db, caller, query, found }) => {
      requireOwnList(caller, query);
      // The grants of all users are read only for a caller who may see them.
      const all = { projectId: caller.project.id, teamId: query.team_id };
      const granted = query.user_id
        ? found.ofUser
        : (await db.batch([selectTeamGrants(db, all).limit(longestList + 1)]))[0];
      refuseOverlong(granted);
      const holderOf = ({ teamId, userId }: { teamId: string; userId: string }) => `${teamId}/${userId}`;
      const held = heldPermissions(caller.project, "team", granted, holderOf, filterOf(query));
      const items = held.map(({ permissionId, teamId, userId }) => ({
        id: permissionId,
        team_id: teamId,
        user_id: userId,
      }));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.grantTeamPermission, {
    prefetch: ({ db, projectId, params }) => ({ holder: selectUserInTeam(db, memberKey(projectId, params)) }),
    handle: async ({ db, caller, params, found, fail }) => {
      const { permission_id: id, team_id, user_id } = params;
      requireMember(params, found.holder);
      requireGrantable(caller.project, id, "team");
      const projectId = caller.project.id;
      const granted = { ...memberKey(projectId, params), permissionIds: [id] };
      const statements = [...insertTeamGrants(db, granted), ...recordTeamGrants(db, granted)];
      try {
        await db.batch(statements as [Statement, ...Statement[]]);
      } catch (error) {
        if (violatesForeignKey(error)) return fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id }, { cause: error });
        throw error;
      }
      return { id, team_id, user_id };
    },
  });

  router.route(contract.revokeTeamPermission, {
    prefetch: ({ db, projectId, params }) => ({ holder: selectUserInTeam(db, memberKey(projectId, params)) }),
    handle: async ({ db, caller, params, found, fail }) => {
      requireMember(params, found.holder);
      const grant = { ...memberKey(caller.project.id, params), permissionId: params.permission_id };
      const revoked = await batchThen(db, [recordTeamRevocation(db, grant)], deleteTeamGrant(db, grant));
      return revoked.length > 0 ? { success: true as const } : fail("TEAM_PERMISSION_NOT_FOUND", params);
    },
  });

  router.route(contract.listProjectPermissions, {
    prefetch: ({ db, projectId, query }) => ({
      ofUser: selectProjectGrants(db, { projectId, userId: query.user_id ?? "" }),
    }),
    handle: async ({ db, caller, query, found }) => {
      requireOwnList(caller, query);
      const all = { projectId: caller.project.id };
      const granted = query.user_id
        ? found.ofUser
        : (await db.batch([selectProjectGrants(db, all).limit(longestList + 1)]))[0];
      refuseOverlong(granted);
      const held = heldPermissions(caller.project, "project", granted, ({ userId }) => userId, filterOf(query));
      return {
        items: held.map(({ permissionId: id, userId: user_id }) => ({ id, user_id })),
        is_paginated: false as const,
      };
    },
  });

  router.route(contract.grantProjectPermission, {
    prefetch: ({ db, projectId, params }) => ({ user: selectUserId(db, { projectId, userId: params.user_id }) }),
    handle: async ({ db, caller, params, found, fail }) => {
      const { permission_id: id, user_id } = params;
      if (found.user.length === 0) return fail("USER_NOT_FOUND");
      requireGrantable(caller.project, id, "project");
      const projectId = caller.project.id;
      const granted = { projectId, userId: user_id, permissionIds: [id] };
      const statements = [...insertProjectGrants(db, granted), ...recordProjectGrants(db, granted)];
      try {
        await db.batch(statements as [Statement, ...Statement[]]);
      } catch (error) {
        if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
        throw error;
      }
      return { id, user_id };
    },
  });

  router.route(contract.revokeProjectPermission, {
    prefetch: ({ db, projectId, params }) => ({ user: selectUserId(db, { projectId, userId: params.user_id }) }),
    handle: async ({ db, caller, params, found, fail }) => {
      const { permission_id: permissionId, user_id: userId } = params;
      if (found.user.length === 0) return fail("USER_NOT_FOUND");
      const grant = { projectId: caller.project.id, userId, permissionId };
      const revoked = await batchThen(db, [recordProjectRevocation(db, grant)], deleteProjectGrant(db, grant));
      return revoked.length > 0
        ? { success: true as const }
        : fail("PERMISSION_NOT_FOUND", { permission_id: permissionId });
    },
  });
}

/** Clients see what their own user holds, and must name that user. */
function requireOwnList({ tier, user }: Caller, { user_id: userId }: contract.PermissionQuery): void {
  if (tier !== "client") return;
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  if (userId === user.id) return;
  throw new PlainError(
    403,
    'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user',
  );
}

function filterOf({ recursive, permission_id: permissionId }: contract.PermissionQuery) {
  return { isRecursive: recursive === "true", permissionId };
}

function refuseOverlong(granted: readonly unknown[]): void {
  if (granted.length <= longestList) return;
  throw new PlainError(400, `More than ${longestList} permissions are granted here. Please give a user_id.`);
}

/** @throws USER_NOT_FOUND, TEAM_MEMBERSHIP_NOT_FOUND */
function requireMember(
  { team_id, user_id }: { team_id: string; user_id: string },
  [holder]: readonly { joinedAt: number | null }[],
): void {
  if (!holder) fail("USER_NOT_FOUND");
  if (holder.joinedAt === null) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id });
}

/**
 * Asks that a permission is defined in a scope. At project scope the system's are no more than unknown.
 *
 * @throws PERMISSION_NOT_FOUND, WRONG_PERMISSION_SCOPE
 */
function requireGrantable(project: Project, id: string, scope: PermissionScope): void {
  const actual = scopeOf(project, id);
  if (actual === scope) return;
  if (!actual || isSystemPermission(id)) fail("PERMISSION_NOT_FOUND", { permission_id: id });
  fail("WRONG_PERMISSION_SCOPE", { permission_id: id, expected_scope: scope, actual_scope: actual });
}

function memberKey(projectId: string, { team_id: teamId, user_id: userId }: { team_id: string; user_id: string }) {
  return { projectId, teamId, userId };
}
