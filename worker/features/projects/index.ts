export { batchUnlessOwning } from "./ownership";
export { changeProject } from "./project-changes";
export { renderAppearance } from "./project-fields";
export { isOwnPage, isTrustedOrigin, isTrustedUrl, type TrustedUrl, trustedUrl } from "./trusted-urls";
