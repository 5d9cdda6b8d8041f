export { openConfig, type Project, readProject } from "./project";
export { selectProject } from "./queries";
export { type TrustedUrl, trustedUrl } from "./trusted-urls";
