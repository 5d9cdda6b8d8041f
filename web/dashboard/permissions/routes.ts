import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { type PermissionSearch, parsePermissionSearch } from "./permission-search";

const pages = sectionPages("permissions", () => import("./pages"));

/** The permissions that a project defines, below its route. */
export function permissionsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "permissions",
    validateSearch: parsePermissionSearch,
    loaderDeps: ({ search: { scope } }) => ({ ...(scope && { scope }) }),
    loader: (route) =>
      startReads(
        route,
        pages,
        ({ permissionsReads }, { projectId }: { projectId: string }, { scope }: PermissionSearch) =>
          permissionsReads(projectId, scope ?? "team"),
      ),
    component: lazyRouteComponent(pages, "PermissionsPage"),
  });
}
