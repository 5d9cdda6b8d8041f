export {
  byPermissionId,
  effectivePermissions,
  expansionIn,
  isDefined,
  type PermissionScope,
  permissionsLeadingTo,
  scopeOf,
} from "./definitions";
