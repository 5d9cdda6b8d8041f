import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parseUserSearch } from "./users/user-search";

/**
 * The routes of the dashboard below `parent`, the route of `/projects` that shows `Dashboard`. Every page is loaded when
 * it is first opened.
 */
export function dashboardRoutes<Parent extends AnyRoute>(parent: Parent) {
  // Without a path: the layout of the pages that belong to no project.
  const owner = createRoute({
    getParentRoute: () => parent,
    id: "owner",
    component: lazyRouteComponent(() => import("./shell/owner-shell"), "OwnerShell"),
  });

  const projects = createRoute({
    getParentRoute: () => owner,
    path: "/",
    component: lazyRouteComponent(() => import("./projects/projects-page"), "ProjectsPage"),
  });

  const project = createRoute({
    getParentRoute: () => parent,
    path: "$projectId",
    component: lazyRouteComponent(() => import("./shell/project-shell"), "ProjectShell"),
  });

  const projectIndex = createRoute({
    getParentRoute: () => project,
    path: "/",
    beforeLoad: ({ params: { projectId } }) => {
      throw redirect({ to: "/projects/$projectId/overview", params: { projectId }, replace: true });
    },
  });

  const overview = createRoute({
    getParentRoute: () => project,
    path: "overview",
    component: lazyRouteComponent(() => import("./overview/overview-page"), "OverviewPage"),
  });

  const apiKeys = createRoute({
    getParentRoute: () => project,
    path: "api-keys",
    // In the address, so that the overview can link to the form.
    validateSearch: ({ create }): { create?: true } => (create === true ? { create } : {}),
    component: lazyRouteComponent(() => import("./api-keys/api-keys-page"), "ApiKeysPage"),
  });

  // The list's search stays in the address of each user, so that the link back opens the same page of the list.
  const users = createRoute({ getParentRoute: () => project, path: "users", validateSearch: parseUserSearch });

  const userList = createRoute({
    getParentRoute: () => users,
    path: "/",
    component: lazyRouteComponent(() => import("./users/users-page"), "UsersPage"),
  });

  const user = createRoute({
    getParentRoute: () => users,
    path: "$userId",
    component: lazyRouteComponent(() => import("./users/user-page"), "UserPage"),
  });

  return [
    owner.addChildren([projects]),
    project.addChildren([projectIndex, overview, apiKeys, users.addChildren([userList, user])]),
  ] as const;
}
