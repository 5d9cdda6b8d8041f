// Permission definitions: the names of a project's permissions, where they can be granted, and which others they
// contain. Owners define them; the six that begin with `$` are the product's own.
import * as z from "zod";
import { isForbidden } from "../../../config/override";
import {
  isSystemPermission,
  customPermissionId as ownersPermissionId,
  permissionId,
} from "../../../config/permission-ids";
import { moreToDelete } from "../../../protocol/common-errors";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { integer, listOrPageOf, longText, noQuery, Success, shortText } from "../../../protocol/fields";
import { projectIsBusy } from "../../projects/changes/contract";

/** The id of a permission that the owner defines, and a key that the configuration document takes. */
const customPermissionId = ownersPermissionId
  .refine((id) => !isForbidden(id), "{path} is reserved")
  .refine((id) => !isSystemPermission(`$${id}`), "System permissions must start with a dollar sign");

export const PermissionDefinition = z
  .object({
    id: z.string().describe("The id of the permission."),
    description: z.string().optional().describe("A text for people that says what it allows. Absent if it has none."),
    contained_permission_ids: z
      .array(z.string())
      .describe("The permissions that its holders have as well, and those that these contain in turn."),
  })
  .meta({ id: "PermissionDefinition" });

const description = longText
  .optional()
  .describe("A text for people that says what it allows. The empty text removes it.");

const Creation = z
  .strictObject({
    id: customPermissionId.describe("The id: lower-case letters, digits, `_` and `:`."),
    description,
    contained_permission_ids: z
      .array(permissionId)
      .max(1_000)
      .default([])
      .describe("The permissions that its holders have as well, and those that these contain in turn."),
  })
  .meta({ id: "PermissionDefinitionCreation" });

const Update = z
  .strictObject({
    id: customPermissionId.optional().describe("The id: lower-case letters, digits, `_` and `:`."),
    description,
    contained_permission_ids: z
      .array(permissionId)
      .max(1_000)
      .optional()
      .describe("The permissions that its holders have as well, and those that these contain in turn."),
  })
  .meta({ id: "PermissionDefinitionUpdate" });

export type PermissionDefinitionCreation = z.output<typeof Creation>;
export type PermissionDefinitionUpdate = z.output<typeof Update>;

const params = z.strictObject({
  permission_id: permissionId.describe(
    "The id of the permission, such as `read_reports`; those that begin with `$` are the system's.",
  ),
});

const definitions = { access: adminOnly, query: noQuery } as const;

const list = {
  ...definitions,
  query: z.strictObject({
    limit: integer
      .min(1)
      .optional()
      .describe("How many permissions a page has at most. Without it and `cursor`, the response is the whole list."),
    cursor: shortText.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
    query: shortText
      .optional()
      .describe("Lists only permissions in whose ids or descriptions it occurs, in either case."),
  }),
  response: listOrPageOf(PermissionDefinition),
} as const;

export type ListQuery = z.output<typeof list.query>;

const creation = {
  ...definitions,
  body: Creation,
  response: PermissionDefinition,
  status: 201,
  errors: ["PERMISSION_ID_ALREADY_EXISTS", "CONTAINED_PERMISSION_NOT_FOUND", projectIsBusy, moreToDelete],
} as const;

/** The most grants that a renamed permission has: they get its new id in one batch. */
export const maxRenamedGrants = 10_000;

export const tooManyHolders = plainError(
  400,
  `A permission that was granted more than ${maxRenamedGrants} times keeps its id`,
  {
    remedy: "Define another permission that contains it, and grant that one from now on.",
  },
);

const update = {
  ...definitions,
  params,
  body: Update,
  response: PermissionDefinition,
  errors: [
    "PERMISSION_NOT_FOUND",
    "PERMISSION_ID_ALREADY_EXISTS",
    "CONTAINED_PERMISSION_NOT_FOUND",
    projectIsBusy,
    moreToDelete,
    tooManyHolders,
  ],
} as const;

const deletion = {
  ...definitions,
  params,
  response: Success,
  errors: ["PERMISSION_NOT_FOUND", projectIsBusy, moreToDelete],
} as const;

export const listTeamPermissionDefinitions = endpoint("GET /team-permission-definitions", {
  ...list,
  summary: "List the permissions that can be granted in a team, the system's among them",
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
  ...list,
  summary: "List the permissions that can be granted in the project",
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
