export { builtInTemplates, builtInThemes, defaultThemeId, systemTemplateIds } from "./built-in-sources";
export {
  accountMergeStrategies,
  configDocument,
  type OAuthProviderConfig,
  type ProjectConfig,
  providerTypes,
} from "./document";
export { applyPatch, type ConfigOverride } from "./override";
export type { DayInterval } from "./payments";
export {
  type EmailConfigFields,
  initialOverride,
  type OAuthProviderFields,
  type ProjectConfigFields,
  projectFieldsToPatch,
  renderClientProjectFields,
  renderProjectFields,
} from "./project-fields";
export { renderConfig } from "./render";
export { systemPermissions } from "./rules";
export { isSealed, mapSecrets } from "./secrets";
export { findOversize, validatePatch } from "./validate";
