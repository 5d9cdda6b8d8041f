import * as z from "zod";
import { permissionId } from "../settings";
import { isSystemPermission } from "../system-permissions";

/** The id of a permission that the owner defines. */
export const customPermissionId = z
  .string()
  .regex(/^[a-z0-9_:]+$/, 'Only lowercase letters, numbers, ":", "_" are allowed');

/** The id of a permission that can be granted or contained: one that the owner defines, or the system's. */
const grantedPermissionId = z
  .string()
  .refine((id) => !id.startsWith("$") || isSystemPermission(id), "Invalid system permission")
  .check(...(permissionId.def.checks ?? []));

const permissionSet = z.record(grantedPermissionId, z.literal(true));

export const rbac = z.object({
  permissions: z.record(
    customPermissionId,
    z.object({
      description: z.string().optional(),
      scope: z.enum(["team", "project"]).optional(),
      containedPermissionIds: permissionSet,
    }),
  ),
  defaultPermissions: z.object({ teamCreator: permissionSet, teamMember: permissionSet, signUp: permissionSet }),
});
