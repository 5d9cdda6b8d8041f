// Teams are groups of a project's users. Servers see and change all of them. A client sees those of which its user is a member, and changes
// them as far as the user's permissions in the team go.
import * as z from "zod";
import { moreToDelete } from "../../protocol/common-errors";
import { adminOnly, clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import {
  cursor,
  integer,
  listOrPageOf,
  longText,
  metadataFields,
  millis,
  pageOf,
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
import { projectsWithoutOwner } from "../projects/changes/contract";

export const ClientTeam = z
  .object({
    id: z.string().describe("The id of the team, a UUID."),
    display_name: z.string().describe("The team's name."),
    profile_image_url: z.string().nullable().describe("The address of the team's image, or `null` for none."),
    ...metadataFields.ofClients,
    ...metadataFields.forClients,
  })
  .meta({ id: "Team" });

export const ServerTeam = ClientTeam.extend({
  ...metadataFields.ofServers,
  created_at_millis: millis.describe("When the team was created, in milliseconds since the Unix epoch."),
}).meta({ id: "ServerTeam" });

const ClientTeamUpdate = z
  .strictObject({
    display_name: longText.optional().describe("The team's name."),
    profile_image_url: url.nullable().optional().describe("The address of the team's image, or `null` for none."),
    ...z.object(metadataFields.ofClients).partial().shape,
  })
  .meta({ id: "TeamUpdate" });

const ServerTeamUpdate = ClientTeamUpdate.extend({
  ...z.object({ ...metadataFields.forClients, ...metadataFields.ofServers }).partial().shape,
}).meta({ id: "ServerTeamUpdate" });

const ClientTeamCreation = ClientTeamUpdate.extend({
  display_name: longText.describe("The team's name."),
  creator_user_id: userIdOrMe.optional().describe("The signed-in user, also when absent."),
}).meta({ id: "TeamCreation" });

const ServerTeamCreation = ServerTeamUpdate.extend({
  display_name: longText.describe("The team's name."),
  creator_user_id: uuid.optional().describe("The first member; absent for a team without members."),
}).meta({ id: "ServerTeamCreation" });

export type TeamUpdate = z.output<typeof ServerTeamUpdate>;
export type TeamCreation = z.output<typeof ServerTeamCreation>;

const teamResponse = tiers({ client: ClientTeam, server: ServerTeam });

/** One declaration for all requests to `/teams/{team_id}` and creation, which alone reads `add_current_user`. */
const TeamQuery = z.strictObject({
  user_id: userIdOrMe.optional().describe("Lists only teams of this member. A client names its own user, or `me`."),
  add_current_user: z.enum(["true", "false"]).optional().meta({
    deprecated: true,
    description:
      "`true` makes the signed-in user the creator of a team that is created. Send `creator_user_id` instead.",
  }),
});

export type TeamQuery = z.output<typeof TeamQuery>;

const teamSearch = shortText
  .optional()
  .describe(
    "Only the team with this id, and those in whose names it occurs. Letters match in either case, with their accents or without.",
  );

/** The most teams of a page of `GET /teams`, also with a higher limit. */
export const maxTeamListPageSize = 1_000;

const ListQuery = TeamQuery.extend({
  limit: integer
    .min(1)
    .optional()
    .describe(
      "How many teams a page has at most; whatever is greater counts as 1,000. Without it and `cursor`, the response is the whole list.",
    ),
  cursor: cursor.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
  order_by: z.enum(["created_at"]).optional().describe("By the time of creation, also when absent."),
  desc: trueOrFalse.optional().describe("`true` for the newest first. `false` when absent."),
  query: teamSearch,
});

const TeamParams = z.strictObject({ team_id: uuid.describe("The id of the team, a UUID.") });

export const notOwnTeams = plainError(
  403,
  'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user',
  { remedy: "Send `user_id=me`, or request it from a server." },
);
export const twoCreators = plainError(
  400,
  "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.",
  { remedy: "Leave `add_current_user` out." },
);
export const clientTeamCreationDisabled = plainError(403, "Client team creation is disabled for this project", {
  remedy: "Allow it in the project's settings, or create teams from a server.",
});
export const creatorNotOwnUser = plainError(
  403,
  "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.",
  { remedy: "Send `me` as `creator_user_id`, or create the team from a server." },
);
export const noCurrentUser = plainError(
  401,
  "You must be logged in to create a team with the current user as a member.",
  { remedy: "Send the user's access token." },
);

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const maxListLength = 10_000;

export const tooManyTeams = plainError(
  400,
  `The project has more than ${maxListLength} teams. Please give a user_id.`,
  {
    remedy: "Request pages by `limit`, or the teams of one user.",
  },
);

export const teamsTooHeavy = plainError(400, "These teams, with their metadata, are more than fit in one response.", {
  remedy: "Request the teams of one user, or store less in their metadata.",
});

/** The errors for a client that may not do something in a team. */
const refusedMember = ["USER_AUTHENTICATION_REQUIRED", "TEAM_MEMBERSHIP_NOT_FOUND"] as const;

export const listTeams = endpoint("GET /teams", {
  summary: "List teams in the order of their creation",
  access: clientOrHigher,
  query: ListQuery,
  response: tiers({ client: listOrPageOf(ClientTeam), server: listOrPageOf(ServerTeam) }),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnTeams, tooManyTeams, teamsTooHeavy],
});

/** A parameter of lists whose rows have metadata, which may be half a megabyte each. */
export const omitMetadata = trueOrFalse.optional();

/** The most teams of a page. */
export const maxTeamPageSize = 100;

/** Limits how far a page counts the members of a team. */
export const countedMembers = 1_000;

export const pageTeams = endpoint("GET /internal/teams", {
  summary: "List teams page by page, newest first",
  access: adminOnly,
  query: z.strictObject({
    query: teamSearch,
    limit: integer
      .min(1)
      .max(maxTeamPageSize)
      .optional()
      .describe("How many teams a page has at most. 100 when absent, and at most."),
    cursor: cursor.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
    omit_metadata: omitMetadata.describe(
      "Leaves out the metadata of the teams, which are then `null`. `false` when absent.",
    ),
  }),
  response: pageOf(
    ServerTeam.extend({
      member_count: integer.describe(
        `How many members the team has. Counted up to ${countedMembers}, which means so many or more.`,
      ),
    }).meta({ id: "CountedTeam" }),
  ),
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
    "RESTRICTED_USER_NOT_ALLOWED",
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
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    ...refusedMember,
    "TEAM_PERMISSION_REQUIRED",
    "TEAM_NOT_FOUND",
    imageNotUploaded,
    imageRefused,
  ],
});

export const deleteTeam = endpoint("DELETE /teams/{team_id}", {
  summary: "Delete a team and all of it; clients need `$delete_team`",
  access: clientOrHigher,
  params: TeamParams,
  query: TeamQuery,
  response: Success,
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    ...refusedMember,
    "TEAM_PERMISSION_REQUIRED",
    "TEAM_NOT_FOUND",
    projectsWithoutOwner,
    moreToDelete,
  ],
});
