import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { type AuditSearch, parseAuditSearch } from "./audit-search";

const pages = sectionPages("audit-log", () => import("./pages"));

/** The audit log of a project, below its route. */
export function auditLogRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "audit-log",
    validateSearch: parseAuditSearch,
    loaderDeps: ({ search: { event: _event, ...search } }) => search,
    loader: (route) =>
      startReads(route, pages, ({ auditLogReads }, { projectId }: { projectId: string }, search: AuditSearch) =>
        auditLogReads(projectId, search),
      ),
    component: lazyRouteComponent(pages, "AuditLogPage"),
  });
}
