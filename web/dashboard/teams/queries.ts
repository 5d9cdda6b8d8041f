import { infiniteQueryOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp, ServerTeam, TeamMemberProfileUpdateOptions } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { ServerTeam as KitTeam } from "../../kit/server/users-and-teams";
import { resourceOptions } from "../../react";
import { keys } from "../../react/queries/keys";

/** Sets how many teams are read at once. */
const pageLength = 50;

/** The teams that a search finds, newest first, page by page. */
export function teamListOptions(app: GatehouseAdminApp, query: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "teams"), "list", query],
    queryFn: ({ pageParam }) => pageOfTeams(app, { query, limit: pageLength, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** The first teams that a search finds. */
export function foundTeamsOptions(app: GatehouseAdminApp, query: string, limit: number) {
  return resourceOptions(app, "teams", ["found", query, limit], () => pageOfTeams(app, { query, limit }));
}

async function pageOfTeams(
  app: GatehouseAdminApp,
  { query, limit, cursor }: { query: string; limit: number; cursor?: string | undefined },
) {
  const { caller, connection } = app[appInternals];
  // No metadata, which may be half a megabyte each, and which no list shows.
  const page = { query: query || undefined, limit, cursor, omit_metadata: true };
  const { items, pagination } = await caller("admin").read("GET /internal/teams", { query: page });
  return {
    teams: items.map((team) => ({
      team: new KitTeam(team, caller("server"), connection),
      memberCount: team.member_count,
    })),
    nextCursor: pagination.next_cursor,
  };
}

/** One team; null when no team has this id, or it is no UUID, which the server refuses as a malformed request. */
export function teamOptions(app: GatehouseAdminApp, teamId: string) {
  return resourceOptions(app, "teams", ["one", teamId], async () => {
    try {
      return await app.getTeam(teamId);
    } catch (error) {
      if (isKnownError(error, "SCHEMA_ERROR")) return null;
      throw error;
    }
  });
}

/** The members of a team, with the permissions that were granted to each directly; none of an unknown team. */
export function membersOptions(app: GatehouseAdminApp, teamId: string) {
  return resourceOptions(app, "team-members", ["of-team", teamId], async () => {
    const { caller } = app[appInternals];
    try {
      const { items } = await caller("server").read("GET /team-members", { query: { team_id: teamId } });
      return items.map((member) => ({
        id: member.user_id,
        displayName: member.display_name,
        profileImageUrl: member.profile_image_url,
        primaryEmail: member.primary_email,
        permissionIds: member.permission_ids,
      }));
    } catch (error) {
      if (isKnownError(error, "TEAM_NOT_FOUND") || isKnownError(error, "SCHEMA_ERROR")) return [];
      throw error;
    }
  });
}

/** A member of a team, as its page shows them. */
export interface Member {
  readonly id: string;
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
  readonly primaryEmail: string | null;
  readonly permissionIds: readonly string[];
}

export function invitationsOptions(app: GatehouseAdminApp, team: ServerTeam) {
  return resourceOptions(app, "team-invitations", ["of-team", team.id], () => team.listInvitations());
}

/** The first users that a search finds. */
export function foundUsersOptions(app: GatehouseAdminApp, query: string) {
  return resourceOptions(app, "users", ["found", query], () => app.listUsers({ query, limit: 8 }));
}

/** Changes the name and the image that a member has in a team. */
export async function updateMemberProfile(
  app: GatehouseAdminApp,
  teamId: string,
  userId: string,
  { displayName, profileImageUrl }: TeamMemberProfileUpdateOptions,
): Promise<void> {
  await app[appInternals].caller("server").write("PATCH /team-member-profiles/{team_id}/{user_id}", {
    params: { team_id: teamId, user_id: userId },
    body: { display_name: displayName, profile_image_url: profileImageUrl },
  });
}

/** Grants a permission to a member, or revokes it, and reads the members again, who show their permissions. */
export async function changePermission(
  app: GatehouseAdminApp,
  params: { team_id: string; user_id: string; permission_id: string },
  isGranted: boolean,
): Promise<void> {
  const caller = app[appInternals].caller("server");
  const path = "/team-permissions/{team_id}/{user_id}/{permission_id}";
  if (isGranted) await caller.write(`POST ${path}`, { params, body: {} });
  else await caller.write(`DELETE ${path}`, { params });
  await caller.announce("team-members");
}
