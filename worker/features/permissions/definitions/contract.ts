// Permission definitions: the names of a project's permissions, where they can be granted, and which others they
// contain. Owners define them; the six that begin with `$` are the product's own.
import * as z from "zod";
import { isForbidden } from "../../../config/override";
import { customPermissionId as ownersPermissionId, permissionId } from "../../../config/permission-ids";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { listOf, longText, noQuery, Success } from "../../../protocol/fields";
import { projectIsBusy } from "../../projects/contract";

/** The id of a permission that the owner defines, and a key that the configuration document takes. */
const customPermissionId = ownersPermissionId.refine((id) => !isForbidden(id), "{path} is reserved");

export const PermissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  contained_permission_ids: z.array(z.string()),
});

const description = longText.optional().meta({ description: "The empty text for none" });

const Creation = z.strictObject({
  id: customPermissionId,
  description,
  contained_permission_ids: z.array(permissionId).max(1_000).default([]),
});

const Update = z.strictObject({
  id: customPermissionId.optional().meta({ description: "A new id; users who hold the permission keep it" }),
  description,
  contained_permission_ids: z.array(permissionId).max(1_000).optional(),
});

export type PermissionDefinitionCreation = z.output<typeof Creation>;
export type PermissionDefinitionUpdate = z.output<typeof Update>;

const params = z.strictObject({ permission_id: permissionId });

const definitions = { access: adminOnly, query: noQuery } as const;

const creation = {
  ...definitions,
  body: Creation,
  response: PermissionDefinition,
  status: 201,
  errors: ["PERMISSION_ID_ALREADY_EXISTS", "CONTAINED_PERMISSION_NOT_FOUND", projectIsBusy],
} as const;

const update = {
  ...definitions,
  params,
  body: Update,
  response: PermissionDefinition,
  errors: ["PERMISSION_NOT_FOUND", "PERMISSION_ID_ALREADY_EXISTS", "CONTAINED_PERMISSION_NOT_FOUND", projectIsBusy],
} as const;

const deletion = {
  ...definitions,
  params,
  response: Success,
  errors: ["PERMISSION_NOT_FOUND", projectIsBusy],
} as const;

export const listTeamPermissionDefinitions = endpoint("GET /team-permission-definitions", {
  ...definitions,
  summary: "List the permissions that can be granted in a team, the system's among them",
  response: listOf(PermissionDefinition),
});

export const createTeamPermissionDefinition = endpoint("POST /team-permission-definitions", {
  ...creation,
  summary: "Define a permission that can be granted in a team",
});

export const updateTeamPermissionDefinition = endpoint("PATCH /team-permission-definitions/{permission_id}", {
  ...update,
  summary: "Change a permission of teams, or rename it with everything that names it",
});

export const deleteTeamPermissionDefinition = endpoint("DELETE /team-permission-definitions/{permission_id}", {
  ...deletion,
  summary: "Delete a permission of teams, and revoke it from all users",
});

export const listProjectPermissionDefinitions = endpoint("GET /project-permission-definitions", {
  ...definitions,
  summary: "List the permissions that can be granted in the project",
  response: listOf(PermissionDefinition),
});

export const createProjectPermissionDefinition = endpoint("POST /project-permission-definitions", {
  ...creation,
  summary: "Define a permission that can be granted in the project",
});

export const updateProjectPermissionDefinition = endpoint("PATCH /project-permission-definitions/{permission_id}", {
  ...update,
  summary: "Change a permission of the project, or rename it with everything that names it",
});

export const deleteProjectPermissionDefinition = endpoint("DELETE /project-permission-definitions/{permission_id}", {
  ...deletion,
  summary: "Delete a permission of the project, and revoke it from all users",
});
