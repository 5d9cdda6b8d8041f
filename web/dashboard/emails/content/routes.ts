import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../../shell/section-loader";
import { parseContentListSearch, parseContentSearch } from "./content-search";

const pages = sectionPages("emails", () => import("./pages"));

/** The list of templates of emails, below the route of a project. */
export function templatesRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/templates",
    validateSearch: parseContentListSearch,
    loader: (route) =>
      startReads(route, pages, ({ templatesReads }, { projectId }: { projectId: string }) => templatesReads(projectId)),
    component: lazyRouteComponent(pages, "TemplatesPage"),
  });
}

/** The page of a template. */
export function templateRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/templates/$templateId",
    validateSearch: parseContentSearch,
    loader: (route) =>
      startReads(route, pages, ({ templatesReads }, { projectId }: { projectId: string }) => templatesReads(projectId)),
    component: lazyRouteComponent(pages, "TemplatePage"),
  });
}

/** The list of themes of emails. */
export function themesRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/themes",
    validateSearch: parseContentListSearch,
    loader: (route) =>
      startReads(route, pages, ({ themesReads }, { projectId }: { projectId: string }) => themesReads(projectId)),
    component: lazyRouteComponent(pages, "ThemesPage"),
  });
}

/** The page of a theme. */
export function themeRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/themes/$themeId",
    validateSearch: parseContentSearch,
    loader: (route) =>
      startReads(route, pages, ({ themeReads }, { projectId, themeId }: { projectId: string; themeId: string }) =>
        themeReads(projectId, themeId),
      ),
    component: lazyRouteComponent(pages, "ThemePage"),
  });
}

/** The list of drafts of emails. */
export function draftsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/drafts",
    validateSearch: parseContentListSearch,
    loader: (route) =>
      startReads(route, pages, ({ draftsReads }, { projectId }: { projectId: string }) => draftsReads(projectId)),
    component: lazyRouteComponent(pages, "DraftsPage"),
  });
}

/** The page of a draft. */
export function draftRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/drafts/$draftId",
    validateSearch: parseContentSearch,
    loader: (route) =>
      startReads(route, pages, ({ draftsReads }, { projectId }: { projectId: string }) => draftsReads(projectId)),
    component: lazyRouteComponent(pages, "DraftPage"),
  });
}
