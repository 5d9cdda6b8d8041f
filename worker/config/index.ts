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
export { maxDefaultPermissions } from "./areas/rbac";
export { changedSettings } from "./changes";
export type { OAuthProviderConfig, OfferConfig, ProjectConfig } from "./document";
export { coversDomainsOfOthers, isTrustable, readDomainPattern } from "./domain-pattern";
export { addressOf, readNativeAddress } from "./native-address";
export { applyPatch, type ConfigOverride, isObject } from "./override";
export { findOversize } from "./oversize";
export { isSystemPermission, systemPermissionDescriptions, systemPermissions } from "./permission-ids";
export { renderConfig } from "./render";
export { RenderedConfigs } from "./rendered-configs";
export { mapSecrets } from "./secrets";
export { chosenId } from "./settings";
export { validatePatch } from "./validate";
