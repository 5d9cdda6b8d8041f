export { builtInTemplates, builtInThemes, systemTemplateIds } from "./built-in-sources";
export type { ProjectConfig } from "./document";
export { applyPatch, type ConfigOverride } from "./override";
export {
  initialOverride,
  projectFieldsToPatch,
  renderClientProjectFields,
  renderProjectFields,
} from "./project-fields";
export { renderConfig } from "./render";
export { mapSecrets } from "./secrets";
export { findOversize, validatePatch } from "./validate";
