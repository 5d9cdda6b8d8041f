import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parseUserSearch } from "./users/user-search";

/**
 * The rooms of the dashboard below `parent`, the route of `/projects` that shows `Dashboard`. Only addresses live here:
 * what a room shows is loaded when it is first opened.
 */
export function dashboardRooms<Parent extends AnyRoute>(parent: Parent) {
  const projects = createRoute({
    getParentRoute: () => parent,
    path: "/",
    component: lazyRouteComponent(() => import("./projects/projects-room"), "ProjectsRoom"),
  });

  const project = createRoute({
    getParentRoute: () => parent,
    path: "$projectId",
    component: lazyRouteComponent(() => import("./shell/project-shell"), "ProjectShell"),
  });

  const entrance = createRoute({
    getParentRoute: () => project,
    path: "/",
    beforeLoad: ({ params: { projectId } }) => {
      throw redirect({ to: "/projects/$projectId/overview", params: { projectId }, replace: true });
    },
  });

  const overview = createRoute({
    getParentRoute: () => project,
    path: "overview",
    component: lazyRouteComponent(() => import("./overview/overview-room"), "OverviewRoom"),
  });

  const apiKeys = createRoute({
    getParentRoute: () => project,
    path: "api-keys",
    // In the address, so that the overview can lead straight to the form.
    validateSearch: ({ create }): { create?: true } => (create === true ? { create } : {}),
    component: lazyRouteComponent(() => import("./api-keys/api-keys-room"), "ApiKeysRoom"),
  });

  // The list's search stays in the address of each user, so that the way back leads to the same page of the list.
  const users = createRoute({ getParentRoute: () => project, path: "users", validateSearch: parseUserSearch });

  const userList = createRoute({
    getParentRoute: () => users,
    path: "/",
    component: lazyRouteComponent(() => import("./users/users-room"), "UsersRoom"),
  });

  const user = createRoute({
    getParentRoute: () => users,
    path: "$userId",
    component: lazyRouteComponent(() => import("./users/user-room"), "UserRoom"),
  });

  return [projects, project.addChildren([entrance, overview, apiKeys, users.addChildren([userList, user])])] as const;
}
