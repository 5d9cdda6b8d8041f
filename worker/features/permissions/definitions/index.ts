export {
  effectivePermissions,
  expansionIn,
  isDefined,
  type PermissionScope,
  permissionsLeadingTo,
  scopeOf,
} from "./definitions";
export { byPermissionId } from "./order";
