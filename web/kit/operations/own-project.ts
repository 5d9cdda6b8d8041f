import { toProject } from "../projects/project";
import { tableOf } from "../rows/operation";

export const ownProject = /* @__PURE__ */ tableOf("visitor", ({ read }) => ({
  /** The project: its name and what its users may do. */
  getProject: read("GET /projects/current", () => ({}), toProject, "project"),
}));

export type OwnProject = typeof ownProject;
