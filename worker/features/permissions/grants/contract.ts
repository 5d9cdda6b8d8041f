// Permissions that users hold, in a team or in the whole project: granted directly, or contained in what was granted.
import * as z from "zod";
import { permissionId } from "../../../config/permission-ids";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, noBody, Success, userIdOrMe, uuid } from "../../../protocol/fields";

export const TeamPermission = z
  .object({
    id: z.string().describe("The id of the permission."),
    team_id: z.string().describe("The id of the team in which it is held."),
    user_id: z.string().describe("The id of the user who holds it."),
  })
  .meta({ id: "TeamPermission" });
export const ProjectPermission = z
  .object({
    id: z.string().describe("The id of the permission."),
    user_id: z.string().describe("The id of the user who holds it."),
  })
  .meta({ id: "ProjectPermission" });

const filters = {
  user_id: userIdOrMe.optional().describe("Lists only what this user holds. A client names its own user, or `me`."),
  permission_id: permissionId.optional().describe("Lists only this permission, however it is held."),
  recursive: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` also lists what the granted permissions contain. `false` when absent."),
};

/** One declaration for all requests on permissions, of which only the lists read it. */
const TeamPermissionQuery = z.strictObject({
  team_id: uuid.optional().describe("Lists only what is held in this team."),
  ...filters,
});
const TeamPermissionListQuery = TeamPermissionQuery.extend({
  teamId: uuid.optional().describe("Another name of `team_id`, which wins."),
});
const ProjectPermissionQuery = z.strictObject(filters);

export type PermissionQuery = z.output<typeof ProjectPermissionQuery>;

const TeamPermissionParams = z.strictObject({
  team_id: uuid.describe("The id of the team, a UUID."),
  user_id: userIdOrMe.describe("The user: a user id, or `me` for the signed-in user."),
  permission_id: permissionId.describe(
    "The id of the permission, such as `read_reports`; those that begin with `$` are the system's.",
  ),
});
const ProjectPermissionParams = z.strictObject({
  user_id: userIdOrMe.describe("The user: a user id, or `me` for the signed-in user."),
  permission_id: permissionId.describe(
    "The id of the permission, such as `read_reports`; those that begin with `$` are the system's.",
  ),
});

/** A list that names no user is one response; beyond this many direct grants it must be requested by user. */
export const maxListLength = 10_000;

export const notOwnList = plainError(
  403,
  'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user',
  { remedy: "Send `user_id=me`, or request it from a server." },
);
export const tooManyGrants = plainError(
  400,
  `More than ${maxListLength} permissions are granted here. Please give a user_id.`,
  { remedy: "Request the list user by user." },
);

/** A recursive list takes this many steps, each a permission that is granted or contained, before it is refused. */
export const maxHeldSteps = 30_000;

export const tooManyHeld = plainError(
  400,
  "The permissions that are granted here contain too many others to list them all. Please give a permission_id.",
  { remedy: "Name a `permission_id`, or request the list user by user or without `recursive`." },
);

const listErrors = ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnList, tooManyGrants, tooManyHeld] as const;

export const listTeamPermissions = endpoint("GET /team-permissions", {
  summary: "List the permissions that users hold in teams",
  access: clientOrHigher,
  query: TeamPermissionListQuery,
  response: listOf(TeamPermission),
  errors: listErrors,
});

export const grantTeamPermission = endpoint("POST /team-permissions/{team_id}/{user_id}/{permission_id}", {
  summary: "Grant a permission to a member of a team",
  description: "Granting what is granted already changes nothing.",
  access: serverOrHigher,
  params: TeamPermissionParams,
  query: TeamPermissionQuery,
  body: noBody,
  response: TeamPermission,
  status: 201,
  errors: ["USER_NOT_FOUND", "TEAM_MEMBERSHIP_NOT_FOUND", "PERMISSION_NOT_FOUND", "WRONG_PERMISSION_SCOPE"],
});

export const revokeTeamPermission = endpoint("DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", {
  summary: "Revoke a permission that was granted directly to a member of a team",
  access: serverOrHigher,
  params: TeamPermissionParams,
  query: TeamPermissionQuery,
  response: Success,
  errors: ["USER_NOT_FOUND", "TEAM_MEMBERSHIP_NOT_FOUND", "TEAM_PERMISSION_NOT_FOUND"],
});

export const listProjectPermissions = endpoint("GET /project-permissions", {
  summary: "List the permissions that users hold in the project",
  access: clientOrHigher,
  query: ProjectPermissionQuery,
  response: listOf(ProjectPermission),
  errors: listErrors,
});

export const grantProjectPermission = endpoint("POST /project-permissions/{user_id}/{permission_id}", {
  summary: "Grant a permission to a user in the whole project",
  description: "Granting what is granted already changes nothing.",
  access: serverOrHigher,
  params: ProjectPermissionParams,
  query: ProjectPermissionQuery,
  body: noBody,
  response: ProjectPermission,
  status: 201,
  errors: ["USER_NOT_FOUND", "PERMISSION_NOT_FOUND", "WRONG_PERMISSION_SCOPE"],
});

export const revokeProjectPermission = endpoint("DELETE /project-permissions/{user_id}/{permission_id}", {
  summary: "Revoke a permission that was granted directly to a user",
  access: serverOrHigher,
  params: ProjectPermissionParams,
  query: ProjectPermissionQuery,
  response: Success,
  errors: ["USER_NOT_FOUND", "PERMISSION_NOT_FOUND"],
});
