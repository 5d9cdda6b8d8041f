import { isUnknownMember } from "../../db/memberships/changes";
import { selectTeamsOf } from "../../db/memberships/queries";
import { selectStanding } from "../../db/permissions/queries";
import { selectTeam, selectTeams, type Team } from "../../db/teams/queries";
import type { Tools } from "../../platform/tools";
import { fail } from "../../protocol/fail";
import { PlainError } from "../../protocol/plain-error";
import type { AppRouter, Caller } from "../access";
import { requireUploadedImage, storedImageUrl } from "../images";
import { changeTeam, removeTeam } from "./changes";
import * as contract from "./contract";
import { newTeam, toTeam } from "./index";
import { requireMembership, requireTeamPermission, type Standing } from "./memberships";

export function teamRoutes(router: AppRouter) {
  router.route(contract.listTeams, {
    prefetch: ({ db, projectId, query }) => ({
      ofUser: selectTeamsOf(db, { projectId, userId: query.user_id ?? "" }),
    }),
    handle: async ({ db, caller, query, found }) => {
      if (caller.tier === "client") requireOwnTeams(caller, query);
      // All of a project's teams are read only for a caller who may see them.
      const teams = query.user_id
        ? found.ofUser
        : (await db.batch([selectTeams(db, { projectId: caller.project.id })]))[0];
      return { items: teams.map(toTeam), is_paginated: false as const };
    },
  });

  router.route(contract.createTeam, async (call) => {
    const { db, caller, body, query, fail } = call;
    const creatorUserId = checkCreator(caller, query, body);
    const { team, statements } = newTeam(db, caller.project, {
      ...(await columnsIn(call, body)),
      displayName: body.display_name,
      creatorUserId,
    });
    try {
      await db.batch(statements);
    } catch (error) {
      if (isUnknownMember(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
      throw error;
    }
    return toTeam(team);
  });

  router.route(contract.readTeam, {
    prefetch: ({ db, projectId, userId = "", params: { team_id: teamId } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      standing: selectStanding(db, { projectId, teamId, userId }),
    }),
    handle: ({ caller, params: { team_id: teamId }, found, fail }) => {
      if (caller.tier === "client") requireMembership({ teamId, userId: signedIn(caller).id }, found.standing);
      return toTeam(found.team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId }));
    },
  });

  router.route(contract.updateTeam, {
    prefetch: ({ db, projectId, userId = "", params: { team_id: teamId } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      standing: selectStanding(db, { projectId, teamId, userId }),
    }),
    handle: async (call) => {
      const { db, caller, body, params, found, fail } = call;
      const one = { projectId: caller.project.id, teamId: params.team_id };
      requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
      requireClientPermission(caller, one.teamId, "$update_team", found.standing);
      const unchanged = found.team[0] ?? fail("TEAM_NOT_FOUND", { team_id: one.teamId });
      const set = await columnsIn(call, body);
      if (Object.keys(set).length === 0) return toTeam(unchanged);
      return toTeam((await changeTeam(db, one, set)) ?? fail("TEAM_NOT_FOUND", { team_id: one.teamId }));
    },
  });

  router.route(contract.deleteTeam, {
    prefetch: ({ db, projectId, userId = "", params: { team_id: teamId } }) => ({
      standing: selectStanding(db, { projectId, teamId, userId }),
    }),
    handle: async ({ db, caller, params: { team_id: teamId }, found, fail }) => {
      requireClientPermission(caller, teamId, "$delete_team", found.standing);
      const deleted = await removeTeam(db, { projectId: caller.project.id, teamId });
      return deleted ? { success: true as const } : fail("TEAM_NOT_FOUND", { team_id: teamId });
    },
  });
}

/** The columns that a request gives values to. */
async function columnsIn(tools: Tools, body: contract.TeamUpdate): Promise<Partial<Team>> {
  return {
    ...(body.display_name !== undefined && { displayName: body.display_name }),
    ...(body.profile_image_url !== undefined && {
      profileImageUrl: await storedImageUrl({ ...tools, fail }, body.profile_image_url),
    }),
    ...(body.client_metadata !== undefined && { clientMetadata: body.client_metadata }),
    ...(body.client_read_only_metadata !== undefined && { clientReadOnlyMetadata: body.client_read_only_metadata }),
    ...(body.server_metadata !== undefined && { serverMetadata: body.server_metadata }),
  };
}

function signedIn({ user }: Caller): NonNullable<Caller["user"]> {
  return user ?? fail("USER_AUTHENTICATION_REQUIRED");
}

/** Servers need no permissions. */
function requireClientPermission(caller: Caller, teamId: string, permissionId: string, standing: Standing): void {
  if (caller.tier !== "client") return;
  requireTeamPermission(caller.project, { teamId, userId: signedIn(caller).id }, permissionId, standing);
}

function requireOwnTeams({ user }: Caller, { user_id: userId }: contract.TeamQuery): void {
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  if (userId === user.id) return;
  throw new PlainError(
    403,
    'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user',
  );
}

/** The first member of a new team, if any: checks that the caller may choose them, in the order of the contract. */
function checkCreator(caller: Caller, query: contract.TeamQuery, body: contract.TeamCreation): string | undefined {
  const { creator_user_id: creatorUserId } = body;
  const { add_current_user: addsCaller } = query;
  if (creatorUserId !== undefined && addsCaller !== undefined) {
    throw new PlainError(
      400,
      "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.",
    );
  }
  if (caller.tier === "client") {
    const ownId = signedIn(caller).id;
    if (!caller.project.config.teams.allowClientTeamCreation) {
      throw new PlainError(403, "Client team creation is disabled for this project");
    }
    requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
    if (creatorUserId !== undefined && creatorUserId !== ownId) {
      throw new PlainError(
        403,
        "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.",
      );
    }
    return ownId;
  }
  if (addsCaller !== "true") return creatorUserId;
  if (!caller.user)
    throw new PlainError(401, "You must be logged in to create a team with the current user as a member.");
  return caller.user.id;
}
