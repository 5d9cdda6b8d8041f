export type { OAuthProviderConfig, ProjectConfig } from "./document";
export { coversDomainsOfOthers, isDomainPattern, readDomainPattern } from "./domain-pattern";
export { applyPatch, type ConfigOverride, isObject } from "./override";
export { findOversize } from "./oversize";
export { isSystemPermission, systemPermissionDescriptions, systemPermissions } from "./permission-ids";
export { renderConfig } from "./render";
export { RenderedConfigs } from "./rendered-configs";
export { mapSecrets } from "./secrets";
export { validatePatch } from "./validate";
