// Teams: groups of a project's users. Servers see and change all of them; a client sees those that its user is a member
// of, and changes them as far as the user's permissions in the team go.
import * as z from "zod";
import { adminOnly, clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import {
  cursor,
  integer,
  listOf,
  longText,
  metadata,
  millis,
  Success,
  shortText,
  trueOrFalse,
  url,
  userIdOrMe,
  uuid,
} from "../../protocol/fields";
import { tiers } from "../../protocol/tiers";
import { teamsAtCap } from "../caps/contract";
import { imageNotUploaded, imageRefused } from "../images/contract";
import { projectsWithoutOwner } from "../projects/contract";

export const ClientTeam = z.object({
  id: z.string(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: metadata,
  client_read_only_metadata: metadata,
});

export const ServerTeam = ClientTeam.extend({
  server_metadata: metadata,
  created_at_millis: millis,
});

const ClientTeamUpdate = z.strictObject({
  display_name: longText.optional(),
  profile_image_url: url.nullable().optional(),
  client_metadata: metadata.optional(),
});

const ServerTeamUpdate = ClientTeamUpdate.extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
});

const ClientTeamCreation = ClientTeamUpdate.extend({
  display_name: longText,
  creator_user_id: userIdOrMe.optional().meta({ description: "The signed-in user, also when absent" }),
});

const ServerTeamCreation = ServerTeamUpdate.extend({
  display_name: longText,
  creator_user_id: uuid.optional().meta({ description: "The first member; absent for a team without members" }),
});

export type TeamUpdate = z.output<typeof ServerTeamUpdate>;
export type TeamCreation = z.output<typeof ServerTeamCreation>;

const teamResponse = tiers({ client: ClientTeam, server: ServerTeam });

/** One declaration for all requests to `/teams`: the list reads `user_id`, creation reads `add_current_user`. */
const TeamQuery = z.strictObject({
  user_id: userIdOrMe.optional().meta({ description: "Only teams of this member; clients name their own user" }),
  add_current_user: z
    .enum(["true", "false"])
    .optional()
    .meta({ deprecated: true, description: "Make the signed-in user the creator" }),
});

export type TeamQuery = z.output<typeof TeamQuery>;

const TeamParams = z.strictObject({ team_id: uuid });

export const notOwnTeams = plainError(
  403,
  'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user',
);
export const twoCreators = plainError(
  400,
  "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.",
);
export const clientTeamCreationDisabled = plainError(403, "Client team creation is disabled for this project");
export const creatorNotOwnUser = plainError(
  403,
  "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.",
);
export const noCurrentUser = plainError(
  401,
  "You must be logged in to create a team with the current user as a member.",
);

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const longestList = 10_000;

export const tooManyTeams = plainError(400, `The project has more than ${longestList} teams. Please give a user_id.`);

export const teamsTooHeavy = plainError(400, "These teams, with their metadata, are more than fit in one response.");

/** The errors for a client that may not do something in a team. */
const refusedMember = ["USER_AUTHENTICATION_REQUIRED", "TEAM_MEMBERSHIP_NOT_FOUND"] as const;

export const listTeams = endpoint("GET /teams", {
  summary: "List teams in the order of their creation",
  access: clientOrHigher,
  query: TeamQuery,
  response: tiers({ client: listOf(ClientTeam), server: listOf(ServerTeam) }),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnTeams, tooManyTeams, teamsTooHeavy],
});

/** A parameter of lists whose rows have metadata, which may be half a megabyte each. */
export const omitMetadata = trueOrFalse
  .optional()
  .meta({ description: "Leave out the metadata of what is listed, which are then `null`" });

/** The most teams of a page. */
export const longestTeamPage = 100;

/** How far a page counts the members of a team. */
export const countedMembers = 1_000;

export const pageTeams = endpoint("GET /internal/teams", {
  summary: "List teams page by page, newest first",
  access: adminOnly,
  query: z.strictObject({
    query: shortText.optional(),
    limit: integer.min(1).max(longestTeamPage).optional(),
    cursor: cursor.optional(),
    omit_metadata: omitMetadata,
  }),
  response: z.object({
    items: z.array(
      ServerTeam.extend({
        member_count: integer.meta({
          description: `Members are counted up to ${countedMembers}, which means so many or more`,
        }),
      }),
    ),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  }),
});

export const createTeam = endpoint("POST /teams", {
  summary: "Create a team",
  description: "Its creator becomes a member, with the permissions that the project gives to creators.",
  access: clientOrHigher,
  query: TeamQuery,
  body: tiers({ client: ClientTeamCreation, server: ServerTeamCreation }),
  response: teamResponse,
  status: 201,
  errors: [
    twoCreators,
    "USER_AUTHENTICATION_REQUIRED",
    clientTeamCreationDisabled,
    imageNotUploaded,
    creatorNotOwnUser,
    noCurrentUser,
    imageRefused,
    teamsAtCap,
    "USER_NOT_FOUND",
  ],
});

export const readTeam = endpoint("GET /teams/{team_id}", {
  summary: "Read a team",
  access: clientOrHigher,
  params: TeamParams,
  query: TeamQuery,
  response: teamResponse,
  errors: [...refusedMember, "TEAM_NOT_FOUND"],
});

export const updateTeam = endpoint("PATCH /teams/{team_id}", {
  summary: "Change a team; clients need `$update_team`",
  access: clientOrHigher,
  params: TeamParams,
  query: TeamQuery,
  body: tiers({ client: ClientTeamUpdate, server: ServerTeamUpdate }),
  response: teamResponse,
  errors: [...refusedMember, "TEAM_PERMISSION_REQUIRED", "TEAM_NOT_FOUND", imageNotUploaded, imageRefused],
});

export const deleteTeam = endpoint("DELETE /teams/{team_id}", {
  summary: "Delete a team and all of it; clients need `$delete_team`",
  access: clientOrHigher,
  params: TeamParams,
  query: TeamQuery,
  response: Success,
  errors: [...refusedMember, "TEAM_PERMISSION_REQUIRED", "TEAM_NOT_FOUND", projectsWithoutOwner],
});
