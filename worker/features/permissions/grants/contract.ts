// Permissions that users hold, in a team or in the whole project: granted directly, or contained in what was granted.
import * as z from "zod";
import { permissionId } from "../../../config/permission-ids";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, Success, userIdOrMe, uuid } from "../../../protocol/fields";

export const TeamPermission = z.object({ id: z.string(), team_id: z.string(), user_id: z.string() });
export const ProjectPermission = z.object({ id: z.string(), user_id: z.string() });

const filters = {
  user_id: userIdOrMe.optional().meta({ description: "Only what this user holds; clients name their own user" }),
  permission_id: permissionId.optional().meta({ description: "Only this permission, however it is held" }),
  recursive: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "Also what the granted permissions contain; `false` when absent" }),
};

/** One declaration for all requests on permissions, of which only the lists read it. */
const TeamPermissionQuery = z.strictObject({ team_id: uuid.optional(), ...filters });
const TeamPermissionListQuery = TeamPermissionQuery.extend({
  teamId: uuid.optional().meta({ description: "Another name of `team_id`, which wins" }),
});
const ProjectPermissionQuery = z.strictObject(filters);

export type PermissionQuery = z.output<typeof ProjectPermissionQuery>;

const TeamPermissionParams = z.strictObject({ team_id: uuid, user_id: userIdOrMe, permission_id: permissionId });
const ProjectPermissionParams = z.strictObject({ user_id: userIdOrMe, permission_id: permissionId });

const NoFields = z.strictObject({});

/** A list that names no user is one response; beyond this many direct grants it must be requested by user. */
export const longestList = 10_000;

export const notOwnList = plainError(
  403,
  'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user',
);
export const tooManyGrants = plainError(
  400,
  `More than ${longestList} permissions are granted here. Please give a user_id.`,
);

const listErrors = ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnList, tooManyGrants] as const;

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
  body: NoFields,
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
  body: NoFields,
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
