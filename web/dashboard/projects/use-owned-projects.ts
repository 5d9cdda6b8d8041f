import {
  type QueryClient,
  type UseSuspenseQueryOptions,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { AdminOwnedProject, GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { toOwnedProject } from "../../kit/apps/admin-app";
import { refreshAfterWrites, resourceOptions, useApp, useUser } from "../../react";

/** The apps whose writes refresh the cache, which they do as long as they live. */
const refreshing = new WeakSet<GatehouseAdminApp>();

/** The projects of the signed-in owner, newest first, each with an app that administers it. */
export function ownedProjectsOptions(app: GatehouseClientApp, ownerId: string, queryClient: QueryClient) {
  return resourceOptions(app, "owned-projects", [ownerId], async () => {
    const { caller, connection } = app[appInternals];
    const { items } = await caller("client").read("GET /internal/projects");
    const projects = items.map((project) => toOwnedProject(project, caller("client"), connection));
    for (const project of projects) {
      if (!refreshing.has(project.app)) refreshAfterWrites(project.app, queryClient);
      refreshing.add(project.app);
    }
    return projects.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  });
}

/** The ids and names of the owner's teams, which own projects. */
export function ownTeamsOptions(app: GatehouseClientApp, ownerId: string) {
  return resourceOptions(app, "teams", [ownerId, "names"], async () => {
    const { items } = await app[appInternals].caller("client").read("GET /teams", { query: { user_id: "me" } });
    return items.map(({ id, display_name }) => ({ id, displayName: display_name }));
  });
}

/** The projects of the signed-in owner; suspends while they are read. */
export function useOwnedProjects(): AdminOwnedProject[] {
  const app = useApp({ projectIdMustMatch: "internal" });
  const owner = useUser({ or: "redirect" });
  return useSuspenseQuery(ownedProjectsOptions(app, owner.id, useQueryClient())).data;
}

/** The project whose pages are shown. */
export const OwnedProjectContext = createContext<AdminOwnedProject | undefined>(undefined);

export function useOwnedProject(): AdminOwnedProject {
  const project = useContext(OwnedProjectContext);
  if (!project) throw new Error("useOwnedProject must be used within a ProjectShell.");
  return project;
}

/** Returns what a query of the project reads; suspends while it is read. */
export function useRead<Args extends readonly unknown[], Data, Key extends readonly unknown[]>(
  options: (app: GatehouseAdminApp, ...args: Args) => UseSuspenseQueryOptions<Data, Error, Data, Key>,
  ...args: Args
): Data {
  return useSuspenseQuery(options(useOwnedProject().app, ...args)).data;
}
