// Memberships: the members of teams. Servers add any user; a client removes its own user, or others where it may.
// There is no list: members are listed as member profiles, a user's teams as teams.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { noBody, noQuery, Success, userIdOrMe, uuid } from "../../../protocol/fields";
import { projectsWithoutOwner } from "../../projects/changes/contract";

export const TeamMembership = z
  .object({
    team_id: z.string().describe("The id of the team, a UUID."),
    user_id: z.string().describe("The id of the member."),
  })
  .meta({ id: "TeamMembership" });

const MembershipParams = z.strictObject({
  team_id: uuid.describe("The id of the team, a UUID."),
  user_id: userIdOrMe.describe("The member: a user id, or `me` for the signed-in user."),
});

export const createMembership = endpoint("POST /team-memberships/{team_id}/{user_id}", {
  summary: "Add a user to a team",
  description: "The user is granted what the project gives to members.",
  access: serverOrHigher,
  params: MembershipParams,
  query: noQuery,
  body: noBody,
  response: TeamMembership,
  status: 201,
  errors: ["USER_NOT_FOUND", "TEAM_NOT_FOUND", "TEAM_MEMBERSHIP_ALREADY_EXISTS"],
});

export const deleteMembership = endpoint("DELETE /team-memberships/{team_id}/{user_id}", {
  summary: "Remove a user from a team; clients need `$remove_members` for others than their own user",
  access: clientOrHigher,
  params: MembershipParams,
  query: noQuery,
  response: Success,
  errors: [
    "CANNOT_GET_OWN_USER_WITHOUT_USER",
    "TEAM_PERMISSION_REQUIRED",
    "USER_NOT_FOUND",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    projectsWithoutOwner,
  ],
});
