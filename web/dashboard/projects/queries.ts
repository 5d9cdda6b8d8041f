import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { AdminProjectCreateOptions, CurrentUser, GatehouseClientApp, TeamCreateOptions } from "../../kit";
import { refreshAfterWrites, resourceOptions } from "../../react";

/** The projects of `owner`, newest first, each with an app that administers it. */
export function ownedProjectsOptions(app: GatehouseClientApp, owner: CurrentUser, queryClient: QueryClient) {
  return resourceOptions(app, "owned-projects", [owner.id], async () => {
    const projects = await owner.listOwnedProjects();
    // Never unsubscribed: views cached from an earlier list still write through the apps of that list.
    for (const project of projects) refreshAfterWrites(project.app, queryClient);
    return projects.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  });
}

export function createProjectOptions(owner: CurrentUser) {
  return mutationOptions({ mutationFn: (project: AdminProjectCreateOptions) => owner.createProject(project) });
}

export function createTeamOptions(owner: CurrentUser) {
  return mutationOptions({ mutationFn: (team: TeamCreateOptions) => owner.createTeam(team) });
}
