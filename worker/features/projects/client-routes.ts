import type { AppRouter } from "../access";
import { readClientProject } from "./client-project/contract";
import { renderClientProjectFields } from "./project-fields";

/** Serves what every client reads first. */
export function clientProjectRoutes(router: AppRouter) {
  router.route(readClientProject, ({ caller: { project } }) => ({
    id: project.id,
    display_name: project.displayName,
    config: renderClientProjectFields(project.config),
  }));
}
