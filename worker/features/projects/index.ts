export type { ProjectConfig } from "./config";
export { openConfig, type Project, readProject } from "./project";
export { selectProject } from "./queries";
