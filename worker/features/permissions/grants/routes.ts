import { isSystemPermission } from "../../../config";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
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
import { type Statement, violatesForeignKey } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import {
  byPermissionId,
  effectivePermissions,
  isDefined,
  type PermissionScope,
  permissionsLeadingTo,
  scopeOf,
} from "../definitions";
import * as contract from "./contract";

export function permissionGrantRoutes(router: AppRouter) {
  router.route(contract.listTeamPermissions, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      ...(query.user_id && {
        ofUser: selectTeamGrants(db, { projectId, teamId: query.team_id ?? query.teamId, userId: query.user_id }),
      }),
    }),
    handle: async ({ db, caller, query, found, fail }) => {
      requireOwnList({ fail }, caller, query);
      // The grants of all users are read only for a caller who may see them.
      const all = { projectId: caller.project.id, teamId: query.team_id ?? query.teamId };
      const granted =
        found.ofUser ?? (await db.batch([selectTeamGrants(db, all).limit(contract.maxListLength + 1)]))[0];
      refuseOverlong({ fail }, granted);
      const holderOf = ({ teamId, userId }: { teamId: string; userId: string }) => `${teamId}/${userId}`;
      const held = heldPermissions({ fail }, caller.project, "team", granted, holderOf, filterOf(query));
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
      requireMember({ fail }, params, found.holder);
      requireGrantable({ fail }, caller.project, id, "team");
      const projectId = caller.project.id;
      const granted = { ...memberKey(projectId, params), permissionIds: [id] };
      const statements = [
        ...insertTeamGrants(db, granted),
        ...recordTeamGrants(db, granted),
        recordAudit(db, caller.project, caller.actor, {
          type: "team_permission.granted",
          target: { type: "user", id: user_id },
          details: { permission_id: id, team_id },
        }),
      ];
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
      requireMember({ fail }, params, found.holder);
      const grant = { ...memberKey(caller.project.id, params), permissionId: params.permission_id };
      const event = {
        type: "team_permission.revoked",
        target: { type: "user", id: grant.userId },
        details: { permission_id: grant.permissionId, team_id: grant.teamId },
      } as const;
      const [, revoked] = await db.batch([
        recordTeamRevocation(db, grant),
        deleteTeamGrant(db, grant),
        recordAudit(db, caller.project, caller.actor, event, ifChanged),
      ]);
      return revoked.length > 0 ? { success: true as const } : fail("TEAM_PERMISSION_NOT_FOUND", params);
    },
  });

  router.route(contract.listProjectPermissions, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      ...(query.user_id && { ofUser: selectProjectGrants(db, { projectId, userId: query.user_id }) }),
    }),
    handle: async ({ db, caller, query, found, fail }) => {
      requireOwnList({ fail }, caller, query);
      const all = { projectId: caller.project.id };
      const granted =
        found.ofUser ?? (await db.batch([selectProjectGrants(db, all).limit(contract.maxListLength + 1)]))[0];
      refuseOverlong({ fail }, granted);
      const held = heldPermissions(
        { fail },
        caller.project,
        "project",
        granted,
        ({ userId }) => userId,
        filterOf(query),
      );
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
      requireGrantable({ fail }, caller.project, id, "project");
      const projectId = caller.project.id;
      const granted = { projectId, userId: user_id, permissionIds: [id] };
      const statements = [
        ...insertProjectGrants(db, granted),
        ...recordProjectGrants(db, granted),
        recordAudit(db, caller.project, caller.actor, {
          type: "project_permission.granted",
          target: { type: "user", id: user_id },
          details: { permission_id: id },
        }),
      ];
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
      const event = {
        type: "project_permission.revoked",
        target: { type: "user", id: userId },
        details: { permission_id: permissionId },
      } as const;
      const [, revoked] = await db.batch([
        recordProjectRevocation(db, grant),
        deleteProjectGrant(db, grant),
        recordAudit(db, caller.project, caller.actor, event, ifChanged),
      ]);
      return revoked.length > 0
        ? { success: true as const }
        : fail("PERMISSION_NOT_FOUND", { permission_id: permissionId });
    },
  });
}

/** Clients see what their own user holds, and must name that user. */
function requireOwnList(
  { fail }: Failing<"CANNOT_GET_OWN_USER_WITHOUT_USER" | typeof contract.notOwnList>,
  { tier, user }: Caller,
  { user_id: userId }: contract.PermissionQuery,
): void {
  if (tier !== "client") return;
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  else if (userId !== user.id) fail(contract.notOwnList);
}

function filterOf({ recursive, permission_id: permissionId }: contract.PermissionQuery) {
  return { isRecursive: recursive === "true", permissionId };
}

function refuseOverlong({ fail }: Failing<typeof contract.tooManyGrants>, granted: readonly unknown[]): void {
  if (granted.length > contract.maxListLength) fail(contract.tooManyGrants);
}

function requireMember(
  { fail }: Failing<"USER_NOT_FOUND" | "TEAM_MEMBERSHIP_NOT_FOUND">,
  { team_id, user_id }: { team_id: string; user_id: string },
  [holder]: readonly { joinedAt: number | null }[],
): void {
  if (!holder) fail("USER_NOT_FOUND");
  else if (holder.joinedAt === null) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id });
}

/** Requires that a permission is defined in a scope. In the project scope, the system's permissions are unknown. */
function requireGrantable(
  { fail }: Failing<"PERMISSION_NOT_FOUND" | "WRONG_PERMISSION_SCOPE">,
  project: Project,
  id: string,
  scope: PermissionScope,
): void {
  const actual = scopeOf(project, id);
  if (actual === scope) return;
  if (!actual || isSystemPermission(id)) fail("PERMISSION_NOT_FOUND", { permission_id: id });
  else fail("WRONG_PERMISSION_SCOPE", { permission_id: id, expected_scope: scope, actual_scope: actual });
}

function memberKey(projectId: string, { team_id: teamId, user_id: userId }: { team_id: string; user_id: string }) {
  return { projectId, teamId, userId };
}

/** Says which of the held permissions to return. */
interface HeldFilter {
  /** Also what the granted permissions contain. */
  isRecursive: boolean;
  /** This permission alone, however it is held. */
  permissionId?: string | undefined;
}

/**
 * Returns the permissions that direct grants give: a row for each permission that a holder has, once and in the order of ids. Grants
 * of what is not defined in the scope are left out.
 *
 * @param grants rows in the order of their holders
 * @param holderOf a key that the rows of one holder share
 */
function heldPermissions<Grant extends { permissionId: string }>(
  { fail }: Failing<typeof contract.tooManyHeld>,
  project: Project,
  scope: PermissionScope,
  grants: readonly Grant[],
  holderOf: (grant: Grant) => string,
  { isRecursive, permissionId: wanted }: HeldFilter,
): Grant[] {
  let steps = 0;
  const countStep = () => {
    steps += 1;
    if (steps > contract.maxHeldSteps) fail(contract.tooManyHeld);
  };
  const leading = new Set(wanted === undefined ? [] : permissionsLeadingTo(project, wanted, scope));
  const held = (ids: string[]): Iterable<string> => {
    if (!isRecursive) return ids.filter((id) => isDefined(project, id, scope) && id === (wanted ?? id));
    if (wanted === undefined) return effectivePermissions(project, ids, scope, countStep);
    return ids.some((id) => leading.has(id)) ? [wanted] : [];
  };
  return [...Map.groupBy(grants, holderOf).values()].flatMap((ofHolder) => {
    const ids = [...held(ofHolder.map(({ permissionId }) => permissionId))].sort(byPermissionId);
    return ofHolder.slice(0, 1).flatMap((grant) => ids.map((permissionId) => ({ ...grant, permissionId })));
  });
}
