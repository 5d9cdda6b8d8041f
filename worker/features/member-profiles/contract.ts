// Member profiles: the members of a team with the name and image that they show there. A member who has set none for the
// team shows their own. Servers see and change all profiles; a client changes its own and sees others' where it may.
// Clients that manage a team's members also see their roles and addresses.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { listOf, longText, url, userIdOrMe, uuid } from "../../protocol/fields";
import { tiers } from "../../protocol/tiers";
import { imageNotUploaded, imageRefused } from "../images/contract";
import { ServerUser } from "../users/users/shapes/contract";

export const ClientMemberProfile = z
  .object({
    team_id: z.string().describe("The id of the team, a UUID."),
    user_id: z.string().describe("The id of the member."),
    display_name: z
      .string()
      .nullable()
      .describe("The name that the member shows in the team, or `null` if they have none at all."),
    profile_image_url: z
      .string()
      .nullable()
      .describe("The address of the image that the member shows in the team, or `null` for none."),
  })
  .meta({ id: "MemberProfile" });

export const ServerMemberProfile = ClientMemberProfile.extend({
  user: ServerUser.describe("The user who is the member."),
}).meta({ id: "ServerMemberProfile" });

const memberProfile = tiers({ client: ClientMemberProfile, server: ServerMemberProfile });

/** One declaration for all requests on profiles, of which only the list reads it. */
const ProfileQuery = z.strictObject({
  team_id: uuid.optional().describe("Lists only members of this team. Clients have to name one."),
  user_id: userIdOrMe.optional().describe("Lists only the profiles of this user, or of `me`."),
});

const ProfileParams = z.strictObject({
  team_id: uuid.describe("The id of the team, a UUID."),
  user_id: userIdOrMe.describe("The member: a user id, or `me` for the signed-in user."),
});

/** A list is one response; beyond this length it must be requested by team or by user. */
export const maxListLength = 10_000;

export const teamIdMissing = plainError(400, "team_id is required for access type client", {
  remedy: "Send `team_id`.",
});
export const tooManyProfiles = plainError(
  400,
  `There are more than ${maxListLength} team memberships. Please give a team_id or a user_id.`,
  { remedy: "Request the list team by team, or user by user." },
);
export const profilesTooHeavy = plainError(
  400,
  "These members, with the metadata of their users, are more than fit in one response.",
  { remedy: "Request them user by user, or store less in the metadata of users." },
);
export const notOwnProfile = plainError(403, "Cannot update another user's profile", {
  remedy: "Name the signed-in user, or change it from a server.",
});

/** The errors for a client that may not see other members. */
const refusedMember = [
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  "TEAM_MEMBERSHIP_NOT_FOUND",
  "TEAM_PERMISSION_REQUIRED",
] as const;

export const listProfiles = endpoint("GET /team-member-profiles", {
  summary: "List members in the order in which they joined; clients need `$read_members` for others",
  access: clientOrHigher,
  query: ProfileQuery,
  response: tiers({ client: listOf(ClientMemberProfile), server: listOf(ServerMemberProfile) }),
  errors: [...refusedMember, teamIdMissing, "TEAM_NOT_FOUND", "USER_NOT_FOUND", tooManyProfiles, profilesTooHeavy],
});

export const readProfile = endpoint("GET /team-member-profiles/{team_id}/{user_id}", {
  summary: "Read a member's profile; clients need `$read_members` for others",
  access: clientOrHigher,
  params: ProfileParams,
  query: ProfileQuery,
  response: memberProfile,
  errors: [...refusedMember, "USER_NOT_FOUND"],
});

export const updateProfile = endpoint("PATCH /team-member-profiles/{team_id}/{user_id}", {
  summary: "Change how a member shows themself in a team",
  access: clientOrHigher,
  takesImpersonation: true,
  params: ProfileParams,
  query: ProfileQuery,
  body: z.strictObject({
    display_name: longText.optional().describe("The name to show in this team."),
    profile_image_url: url
      .nullable()
      .optional()
      .describe(
        "An image for this team: a `data:` URL of a PNG, JPEG or WebP image, or an address. `null` shows the user's own.",
      ),
  }),
  response: memberProfile,
  errors: [
    "CANNOT_GET_OWN_USER_WITHOUT_USER",
    notOwnProfile,
    "USER_NOT_FOUND",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    imageNotUploaded,
    imageRefused,
  ],
});

export const TeamMember = z
  .object({
    user_id: z.string().describe("The id of the member."),
    display_name: z
      .string()
      .nullable()
      .describe("The name that the member shows in the team, or `null` if they have none at all."),
    profile_image_url: z
      .string()
      .nullable()
      .describe("The address of the image that the member shows in the team, or `null` for none."),
    permission_ids: z
      .array(z.string())
      .describe("The ids of the permissions that were granted to the member in the team."),
    manages_team: z
      .boolean()
      .describe("Whether the member may change the team: by `$update_team`, granted directly or contained in a role."),
    primary_email: z
      .string()
      .nullable()
      .describe(
        "The user's primary email address in lower case, where emails for the user are sent. `null` if they have none.",
      ),
  })
  .meta({ id: "TeamMember" });

export const listMembers = endpoint("GET /team-members", {
  summary: "List a team's members with their roles, in the order in which they joined; clients need `$read_members`",
  access: clientOrHigher,
  query: z.strictObject({ team_id: uuid }),
  response: listOf(TeamMember),
  errors: [...refusedMember, "TEAM_NOT_FOUND", tooManyProfiles],
});
