export { themeSourceFor } from "./areas/emails";
export {
  type Currency,
  currencyDecimals,
  customerType,
  dayInterval,
  hasAmount,
  includedQuantity,
  intervalUnit,
  itemExpiry,
  itemRepeat,
  offer,
  priceAmounts,
} from "./areas/payments";
export { changedSettings } from "./changes";
export { maxDefaultPermissions, type OAuthProviderConfig, type OfferConfig, type ProjectConfig } from "./document";
export { coversDomainsOfOthers, isTrustable, readDomainPattern } from "./domain-pattern";
export {
  type ConfigLevel,
  configLevels,
  mergedLevels,
  overrideAt,
  sourceOf,
  underStoredNames,
  withNewerNames,
  withOverrideAt,
  withoutKeys,
  withSource,
} from "./levels";
export { addressOf, readNativeAddress } from "./native-address";
export { applyPatch, type ConfigOverride, isObject } from "./override";
export { isSystemPermission, systemPermissionDescriptions, systemPermissions } from "./permission-ids";
export { renderConfig } from "./render";
export { RenderedConfigs } from "./rendered-configs";
export { mapSecrets } from "./secrets";
export { chosenId } from "./settings";
export { findOversize, validatePatch } from "./validate";
