import * as z from "zod";
import { customPermissionId, permissionIdKey } from "../permission-ids";

/** The most permissions that a user or member gets by default, of each kind: each is a row, and an event, of whoever joins. */
export const maxDefaultPermissions = 100;

const permissionSet = z.record(permissionIdKey, z.literal(true));

export const rbac = z.object({
  permissions: z.record(
    customPermissionId,
    z.object({
      description: z.string().optional(),
      scope: z.enum(["team", "project"]).optional(),
      containedPermissionIds: permissionSet,
    }),
  ),
  defaultPermissions: z
    .object({ teamCreator: permissionSet, teamMember: permissionSet, signUp: permissionSet })
    .refine(areFew, `{path} must have at most ${maxDefaultPermissions} entries of each kind`),
});

/** An entry of null is one that was taken away. */
function areFew(sets: Partial<Record<string, Record<string, unknown>>>): boolean {
  return Object.values(sets).every(
    (set = {}) => Object.values(set ?? {}).filter((entry) => entry !== null).length <= maxDefaultPermissions,
  );
}
