import type { QueryClient } from "@tanstack/react-query";
import type { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { toOwnedProject } from "../../kit/apps/admin-app";
import { refreshAfterWrites, resourceOptions } from "../../react";

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
