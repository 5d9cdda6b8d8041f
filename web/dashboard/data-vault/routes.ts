import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { parseVaultSearch } from "./vault-search";

const pages = sectionPages("data-vault", () => import("./pages"));

/** The data vault of a project, below its route. */
export function dataVaultRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "data-vault",
    validateSearch: parseVaultSearch,
    loader: (route) =>
      startReads(route, pages, ({ dataVaultReads }, { projectId }: { projectId: string }) => dataVaultReads(projectId)),
    component: lazyRouteComponent(pages, "DataVaultPage"),
  });
}
