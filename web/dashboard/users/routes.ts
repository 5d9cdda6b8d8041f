import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { parseUserPageSearch } from "./user/parts";
import { parseUserListSearch, type UserListSearch } from "./user-search";

const pages = sectionPages("users", () => import("./pages"));
const userPages = sectionPages("users", () => import("./user/pages"));

/** The list of users, below the route of a project. */
export function usersRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "users",
    validateSearch: parseUserListSearch,
    // Not what is open above the list: it does not change what is read.
    loaderDeps: ({ search: { open: _, ...search } }) => search,
    loader: (route) =>
      startReads(route, pages, ({ userListReads }, { projectId }: { projectId: string }, search: UserListSearch) =>
        userListReads(projectId, search),
      ),
    component: lazyRouteComponent(pages, "UsersPage"),
  });
}

/** The page of a user, below the route of a project. */
export function userRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "users/$userId",
    // The list's search stays in the address of each user, so that the link back opens the same page of the list.
    validateSearch: parseUserPageSearch,
    loader: (route) =>
      startReads(route, userPages, ({ userReads }, { projectId, userId }: { projectId: string; userId: string }) =>
        userReads(projectId, userId),
      ),
    component: lazyRouteComponent(userPages, "UserPage"),
  });
}
