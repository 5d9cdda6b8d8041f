export { type Project, readProject } from "./project";
export { selectProject } from "./queries";
