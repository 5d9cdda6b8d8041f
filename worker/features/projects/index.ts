export { openConfig, type Project, readProject } from "./project";
export { changeProject } from "./project-changes";
export { selectProject } from "./queries";
export { isTrustedUrl, type TrustedUrl, trustedUrl } from "./trusted-urls";
