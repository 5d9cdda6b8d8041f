import * as z from "zod";
import { customPermissionId, permissionIdKey } from "../permission-ids";

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
  defaultPermissions: z.object({ teamCreator: permissionSet, teamMember: permissionSet, signUp: permissionSet }),
});
