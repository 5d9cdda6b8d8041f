import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("settings", () => import("./pages"));

/** The settings of a project, below its route. */
export function settingsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "settings",
    loader: (route) =>
      startReads(route, pages, ({ reads }, { projectId }: { projectId: string }) => reads.settings(projectId)),
    component: lazyRouteComponent(pages, "SettingsPage"),
  });
}

/** The configuration of a project as JSON, below its route. */
export function configurationRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "settings/configuration",
    loader: (route) =>
      startReads(route, pages, ({ reads }, { projectId }: { projectId: string }) => reads.configuration(projectId)),
    component: lazyRouteComponent(pages, "ConfigurationPage"),
  });
}
