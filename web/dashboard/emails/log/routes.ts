import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../../shell/section-loader";
import { type LogSearch, parseLogSearch } from "./log-search";

const pages = sectionPages("emails", () => import("./pages"));

/** The log of a project's emails, below the route of a project. */
export function emailLogRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails",
    validateSearch: parseLogSearch,
    loader: (route) =>
      startReads(route, pages, ({ logReads }, { projectId }: { projectId: string }, search: LogSearch) =>
        logReads(projectId, search),
      ),
    component: lazyRouteComponent(pages, "EmailLogPage"),
  });
}
