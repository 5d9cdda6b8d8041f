import { isUnknownMember } from "../../db/memberships/changes";
import { memberCountUpTo } from "../../db/memberships/joins";
import { selectTeamsOf } from "../../db/memberships/queries";
import { endList, maxListWeight, type Weighing } from "../../db/metadata-weight";
import { selectStanding } from "../../db/permissions/queries";
import {
  fewerTeamsOf,
  selectTeam,
  selectTeamPage,
  selectTeams,
  type Team,
  type TeamPlace,
} from "../../db/teams/queries";
import { readTeams } from "../../db/teams/weighed-teams";
import { cursorsOf, notACursor } from "../../platform/cursors";
import { refuseUnless, type Statement, unlessRefused, violatesForeignKey } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { ErrorsOf, QueryOf } from "../../protocol/endpoint";
import type { Failing } from "../../protocol/failing";
import type { AppRouter, AssumedCaller, Caller } from "../access";
import { teamsAtCap } from "../caps/contract";
import { requireUploadedImage, storedImageUrl } from "../images";
import type { imageRefused } from "../images/contract";
import { changeTeam, removeTeam } from "./change-team";
import * as contract from "./contract";
import { newTeam, toTeam } from "./index";
import { requireMembership, requireTeamPermission, type Standing } from "./memberships";

/** Weighs a list without pages, by one row more than it has. */
const unpaged = { limit: contract.maxListLength + 1, maxWeight: maxListWeight };

const cursors = cursorsOf<TeamPlace>("teams");

type ListQuery = QueryOf<typeof contract.listTeams>;

const listCursorsIn = ({ desc }: ListQuery) => cursorsOf<TeamPlace>(desc === "true" ? "newest teams" : "oldest teams");

const isPaged = ({ limit, cursor }: ListQuery) => limit !== undefined || cursor !== undefined;

export function teamRoutes(router: AppRouter) {
  router.route(contract.listTeams, {
    prefetch: async (context) => {
      const { db, provenProjectId: projectId, query } = context;
      const begin = await listCursorsIn(query).read(context, query.cursor);
      if (begin === null || !query.user_id) return {};
      const list = { projectId, userId: query.user_id, ...listed(query), begin };
      return { ofUser: selectTeamsOf(db, list) };
    },
    handle: async (context) => {
      const { db, settings, caller, query, found, fail } = context;
      if (caller.tier === "client") requireOwnTeams({ fail }, caller, query);
      const projectId = caller.project.id;
      const list = { projectId, ...listed(query) };
      // The teams of a project are read only for a caller who may see them.
      const rows = found.ofUser ?? (await selectOwnTeams(context, list));
      if (!isPaged(query)) {
        if (!found.ofUser && rows.length === list.limit) return fail(contract.tooManyTeams);
        if (endList(rows, list).next) return fail(contract.teamsTooHeavy);
      }
      const { list: read, next } = await readTeams(db, rows, list);
      const items = read.map(({ team }) => toTeam(team));
      if (!isPaged(query)) return { items, is_paginated: false };
      const place = next && { createdAt: next.createdAt, id: next.id };
      const next_cursor = await listCursorsIn(query).write({ settings, projectId }, place);
      return { items, is_paginated: true, pagination: { next_cursor } };
    },
  });

  router.route(contract.pageTeams, {
    prefetch: async (context) => {
      const { db, provenProjectId: projectId, query } = context;
      const begin = await cursors.read(context, query.cursor);
      const memberCount = memberCountUpTo(contract.countedMembers);
      const page = { projectId, query: query.query, ...weighingOf(query), memberCount };
      return { ...(begin !== null && { teams: selectTeamPage(db, { ...page, begin }) }) };
    },
    handle: async ({ db, settings, caller, query, found, fail }) => {
      const projectId = caller.project.id;
      const rows = found.teams ?? fail(...notACursor);
      const { list, next } = await readTeams(db, rows, { projectId, ...weighingOf(query) });
      const place = next && { createdAt: next.createdAt, id: next.id };
      return {
        items: list.map(({ team, memberCount }) => ({ ...toTeam(team), member_count: memberCount })),
        is_paginated: true as const,
        pagination: { next_cursor: await cursors.write({ settings, projectId }, place) },
      };
    },
  });

  router.route(contract.createTeam, {
    write: async (context) => {
      // An image is looked at, and stored, for a proven caller only.
      if (context.body.profile_image_url) return undefined;
      return teamToCreate(context);
    },
    handle: async (context) => {
      const { db, caller, fail, written } = context;
      if (written) return toTeam(written.team);
      const { team, statements } = await teamToCreate(context);
      const stored = await unlessRefused(db.batch(statements)).catch((error) => {
        if (isUnknownMember(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
        // The project was deleted after the caller was loaded.
        const deleted = { project_id: caller.project.id };
        if (violatesForeignKey(error)) return fail("CURRENT_PROJECT_NOT_FOUND", deleted, { cause: error });
        throw error;
      });
      return stored ? toTeam(team) : fail(teamsAtCap, { max: caller.project.config.limits.teamsPerCreator });
    },
  });

  router.route(contract.readTeam, {
    prefetch: ({ db, projectId, provenProjectId, userId, params: { team_id: teamId } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
    }),
    handle: ({ caller, params: { team_id: teamId }, found, fail }) => {
      if (caller.tier === "client") {
        requireMembership({ fail }, { teamId, userId: signedIn({ fail }, caller).id }, found.standing);
      }
      return toTeam(found.team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId }));
    },
  });

  router.route(contract.updateTeam, {
    prefetch: ({ db, projectId, provenProjectId, userId, params: { team_id: teamId } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
    }),
    handle: async (context) => {
      const { db, caller, body, params, found, fail } = context;
      const { team_id: teamId } = params;
      requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
      requireClientPermission({ fail }, caller, teamId, "$update_team", found.standing);
      const unchanged = found.team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId });
      const set = await columnsIn(context, { caller, teamId }, body);
      if (Object.keys(set).length === 0) return toTeam(unchanged);
      const changed = await changeTeam(db, { caller, teamId }, { set, fields: Object.keys(body).sort() });
      return toTeam(changed ?? fail("TEAM_NOT_FOUND", { team_id: teamId }));
    },
  });

  router.route(contract.deleteTeam, {
    prefetch: ({ db, provenProjectId: projectId, userId, params: { team_id: teamId } }) => ({
      ...(userId && { standing: selectStanding(db, { projectId, teamId, userId }) }),
    }),
    handle: async ({ db, shards, caller, params: { team_id: teamId }, found, fail }) => {
      requireClientPermission({ fail }, caller, teamId, "$delete_team", found.standing);
      const deleted = await removeTeam({ db, shards, fail }, { caller, teamId });
      return deleted ? { success: true as const } : fail("TEAM_NOT_FOUND", { team_id: teamId });
    },
  });
}

/** Says which teams a request lists, and how many. */
function listed(query: ListQuery) {
  const { limit = contract.maxTeamListPageSize } = query;
  return {
    descending: query.desc === "true",
    query: query.query,
    // One more than the page holds, for the cursor of the next.
    ...(isPaged(query) ? { limit: Math.min(limit, contract.maxTeamListPageSize) + 1 } : unpaged),
  };
}

async function selectOwnTeams(
  { db, query, fail, ...tools }: Tools & { query: ListQuery } & Failing<"SCHEMA_ERROR">,
  list: Parameters<typeof selectTeams>[1] & { projectId: string },
) {
  const begin = await listCursorsIn(query).read({ ...tools, projectId: list.projectId }, query.cursor);
  if (begin === null || query.user_id) return fail(...notACursor);
  const [rows] = await db.batch([selectTeams(db, { ...list, begin })]);
  return rows;
}

function weighingOf({
  limit = contract.maxTeamPageSize,
  omit_metadata,
}: {
  limit?: number | undefined;
  omit_metadata?: "true" | "false" | undefined;
}): Weighing {
  // One more than the page holds, for the cursor of the next.
  return { limit: limit + 1, omitsMetadata: omit_metadata === "true" };
}

/** The team that a request asks for, and the statements that make it. */
async function teamToCreate(
  context: Tools &
    Failing<ErrorsOf<typeof contract.createTeam>> & {
      caller: Caller | AssumedCaller;
      body: contract.TeamCreation;
      query: contract.TeamQuery;
    },
) {
  const { db, caller, body, query, fail } = context;
  const { project } = caller;
  const creatorUserId = checkCreator({ fail }, caller, query, body);
  const id = newId();
  const { team, statements } = newTeam(db, project, {
    id,
    ...(await columnsIn(context, { caller, teamId: id }, body)),
    displayName: body.display_name,
    creatorUserId,
    by: caller.actor,
  });
  if (creatorUserId === undefined) return { team, statements };
  const isBelowCap = fewerTeamsOf(db, { projectId: project.id, creatorUserId }, project.config.limits.teamsPerCreator);
  return { team, statements: [refuseUnless(db, isBelowCap), ...statements] as [Statement, ...Statement[]] };
}

/** The columns that a request gives values to. */
async function columnsIn(
  tools: Tools & Failing<typeof imageRefused>,
  { caller, teamId }: { caller: Caller | AssumedCaller; teamId: string },
  body: contract.TeamUpdate,
): Promise<Partial<Team>> {
  const holder = { projectId: caller.project.id, holder: `team/${teamId}`, by: caller } as const;
  const columns = {
    displayName: body.display_name,
    profileImageUrl: await storedImageUrl(tools, holder, body.profile_image_url),
    clientMetadata: body.client_metadata,
    clientReadOnlyMetadata: body.client_read_only_metadata,
    serverMetadata: body.server_metadata,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function signedIn<User>({ fail }: Failing<"USER_AUTHENTICATION_REQUIRED">, { user }: { user: User | null }): User {
  return user ?? fail("USER_AUTHENTICATION_REQUIRED");
}

/** Servers need no permissions. */
function requireClientPermission(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "TEAM_MEMBERSHIP_NOT_FOUND" | "TEAM_PERMISSION_REQUIRED">,
  caller: Caller,
  teamId: string,
  permissionId: string,
  standing: Standing | undefined,
): void {
  if (caller.tier !== "client") return;
  const member = { teamId, userId: signedIn({ fail }, caller).id };
  requireTeamPermission({ fail }, caller.project, member, permissionId, standing);
}

function requireOwnTeams(
  { fail }: Failing<"CANNOT_GET_OWN_USER_WITHOUT_USER" | typeof contract.notOwnTeams>,
  { user }: Caller,
  { user_id: userId }: ListQuery,
): void {
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  else if (userId !== user.id) fail(contract.notOwnTeams);
}

/** The first member of a new team, if any: checks that the caller may choose them, in the order of the contract. */
function checkCreator(
  { fail }: Failing<ErrorsOf<typeof contract.createTeam>>,
  caller: Caller | AssumedCaller,
  query: contract.TeamQuery,
  body: contract.TeamCreation,
): string | undefined {
  const { creator_user_id: creatorUserId } = body;
  const { add_current_user: addsCaller } = query;
  if (creatorUserId !== undefined && addsCaller !== undefined) {
    return fail(contract.twoCreators);
  }
  if (caller.tier === "client") {
    const ownId = signedIn({ fail }, caller).id;
    if (!caller.project.config.teams.allowClientTeamCreation) return fail(contract.clientTeamCreationDisabled);
    requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
    if (creatorUserId !== undefined && creatorUserId !== ownId) return fail(contract.creatorNotOwnUser);
    return ownId;
  }
  if (addsCaller !== "true") return creatorUserId;
  return caller.user?.id ?? fail(contract.noCurrentUser);
}
