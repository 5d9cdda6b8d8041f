export {
  effectivePermissions,
  expansionIn,
  isDefined,
  type PermissionScope,
  scopeOf,
} from "./definitions";
export { byPermissionId } from "./order";
export { isSystemPermission } from "./system-permissions";
