export {
  byPermissionId,
  effectivePermissions,
  isDefined,
  type PermissionScope,
  permissionsLeadingTo,
  scopeOf,
} from "./definitions";
