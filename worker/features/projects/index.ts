export { storeNewProject } from "./new-project";
export { batchUnlessOwning, readInTheirShards, requireOwner } from "./ownership";
export { refuseDomainsOfOthers } from "./production-mode";
export { changeProject } from "./project-changes";
export {
  initialOverride,
  renderAppearance,
  renderProjectFields,
} from "./project-fields";
export {
  afterCallbackUrl,
  isOwnPage,
  isTrustedOrigin,
  isTrustedUrl,
  type TrustedUrl,
  trustedUrl,
} from "./trusted-urls";
