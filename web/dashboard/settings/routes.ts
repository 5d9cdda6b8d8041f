import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("settings", () => import("./pages"));

/** The settings of a project, below its route. */
export function settingsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "settings",
    loader: (route) =>
      startReads(route, pages, ({ settingsReads }, { projectId }: { projectId: string }) => settingsReads(projectId)),
    component: lazyRouteComponent(pages, "SettingsPage"),
  });
}

/** The configuration of a project as JSON, below its route. */
export function configurationRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "settings/configuration",
    loader: (route) =>
      startReads(route, pages, ({ configurationReads }, { projectId }: { projectId: string }) =>
        configurationReads(projectId),
      ),
    component: lazyRouteComponent(pages, "ConfigurationPage"),
  });
}
