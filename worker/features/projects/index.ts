export { batchUnlessOwning } from "./ownership";
export { changeProject } from "./project-changes";
export { isTrustedUrl, type TrustedUrl, trustedUrl } from "./trusted-urls";
