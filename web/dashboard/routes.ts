import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parsePaymentSearch } from "./payments/payment-search";
import type { DashboardContext } from "./reads";
import { parseUserSearch } from "./users/user-search";

const pages = () => import("./pages");

type Reads = typeof import("./reads");

/**
 * Starts the reads of a page, for a loader. The page waits for its code only: what is read shows when it arrives.
 *
 * @param context a `DashboardContext`, which TypeScript cannot infer from a parent that is a type parameter
 */
async function start(context: object, read: (reads: Reads) => Parameters<Reads["startReads"]>[1]): Promise<void> {
  const { reads } = await pages();
  void reads.startReads(context as DashboardContext, read(reads));
}

/**
 * The routes of the dashboard below `parent`, the route of `/projects` that shows `Dashboard`, with a `DashboardContext`.
 */
export function dashboardRoutes<Parent extends AnyRoute>(parent: Parent) {
  // Without a path: the layout of the pages that belong to no project.
  const owner = createRoute({
    getParentRoute: () => parent,
    id: "owner",
    component: lazyRouteComponent(pages, "OwnerShell"),
  });

  const projects = createRoute({
    getParentRoute: () => owner,
    path: "/",
    loader: ({ context }) => start(context, ({ projects }) => projects()),
    component: lazyRouteComponent(pages, "ProjectsPage"),
  });

  const project = createRoute({
    getParentRoute: () => parent,
    path: "$projectId",
    component: lazyRouteComponent(pages, "ProjectShell"),
    notFoundComponent: lazyRouteComponent(pages, "UnknownSection"),
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
    loader: ({ context, params: { projectId } }) => start(context, ({ overview }) => overview(projectId)),
    component: lazyRouteComponent(pages, "OverviewPage"),
  });

  const apiKeys = createRoute({
    getParentRoute: () => project,
    path: "api-keys",
    // In the address, so that the overview can link to the form.
    validateSearch: ({ create }): { create?: true } => (create === true ? { create } : {}),
    loader: ({ context, params: { projectId } }) => start(context, ({ apiKeys }) => apiKeys(projectId)),
    component: lazyRouteComponent(pages, "ApiKeysPage"),
  });

  // The list's search stays in the address of each user, so that the link back opens the same page of the list.
  const users = createRoute({ getParentRoute: () => project, path: "users", validateSearch: parseUserSearch });

  const userList = createRoute({
    getParentRoute: () => users,
    path: "/",
    loaderDeps: ({ search }) => search,
    loader: ({ context, params: { projectId }, deps }) => start(context, ({ users }) => users(projectId, deps)),
    component: lazyRouteComponent(pages, "UsersPage"),
  });

  const user = createRoute({
    getParentRoute: () => users,
    path: "$userId",
    loader: ({ context, params: { projectId, userId } }) => start(context, ({ user }) => user(projectId, userId)),
    component: lazyRouteComponent(pages, "UserPage"),
  });

  const payments = createRoute({
    getParentRoute: () => project,
    path: "payments",
    validateSearch: parsePaymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params: { projectId }, deps }) => start(context, ({ payments }) => payments(projectId, deps)),
    component: lazyRouteComponent(pages, "PaymentsPage"),
  });

  const settings = createRoute({
    getParentRoute: () => project,
    path: "settings",
    loader: ({ context, params: { projectId } }) => start(context, ({ settings }) => settings(projectId)),
    component: lazyRouteComponent(pages, "SettingsPage"),
  });

  return [
    owner.addChildren([projects]),
    project.addChildren([projectIndex, overview, apiKeys, users.addChildren([userList, user]), payments, settings]),
  ] as const;
}

/** The pages to which partners send owners, below `parent`. */
export function integrationRoutes<Parent extends AnyRoute>(parent: Parent) {
  const transfer = createRoute({
    getParentRoute: () => parent,
    path: "$family/projects/transfer/confirm",
    component: lazyRouteComponent(pages, "TransferPage"),
  });

  const approval = createRoute({
    getParentRoute: () => parent,
    path: "$family/confirm",
    component: lazyRouteComponent(pages, "ApprovalPage"),
  });

  return [transfer, approval] as const;
}
