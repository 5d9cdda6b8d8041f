// The teams of the internal project that own projects: which of their members are admins.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { noQuery, userIdOrMe, uuid } from "../../protocol/fields";

const role = z.enum(["admin", "member"]).describe("`admin` or `member`.");

export const OwnerTeamMember = z
  .object({
    team_id: z.string().describe("The id of the team, a UUID."),
    user_id: z.string().describe("The id of the user, a UUID."),
    role,
  })
  .meta({ id: "OwnerTeamMember" });

export const lastAdminStays = plainError(
  409,
  "A team that owns projects needs an admin. Make another member an admin first.",
  { remedy: "Send `admin` as the role of another member of the team first." },
);
export const rolesAreBusy = plainError(
  409,
  "The roles in this team are being changed by somebody else. Please try again.",
  { remedy: "List the team's permissions, and try again: two changes met." },
);

export const changeOwnerRole = endpoint("PATCH /internal/owner-teams/{team_id}/members/{user_id}", {
  summary: "Make a member of an owner's team its admin, or an admin a member",
  description:
    "Requested on the internal project, at client tier, as an owner who is `team_admin` in the team. The last admin stays one.",
  access: clientOrHigher,
  // Not of how the owner signs in, but as hard to take back: an admin takes projects away from the team.
  changesCredentials: { of: "own user" },
  params: z.strictObject({
    team_id: uuid.describe("The id of the team, a UUID."),
    user_id: userIdOrMe.describe("The id of the user, a UUID."),
  }),
  query: noQuery,
  body: z.strictObject({ role }),
  response: OwnerTeamMember,
  errors: [
    "USER_AUTHENTICATION_REQUIRED",
    "EXPECTED_INTERNAL_PROJECT",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    "TEAM_PERMISSION_REQUIRED",
    lastAdminStays,
    rolesAreBusy,
  ],
});
