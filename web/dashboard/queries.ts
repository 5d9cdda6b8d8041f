import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser, GatehouseAdminApp, GatehouseClientApp } from "../kit";
import { isKnownError } from "../kit/errors/known-error";
import { refreshAfterWrites, resourceOptions } from "../react";

/** The projects of `owner`, newest first, each with an app that administers it. */
export function ownedProjectsOptions(app: GatehouseClientApp, owner: CurrentUser, queryClient: QueryClient) {
  return resourceOptions(app, "owned-projects", [owner.id], async () => {
    const projects = await owner.listOwnedProjects();
    // For the life of the app: views cached from an earlier list still write through the apps of that list.
    for (const project of projects) refreshAfterWrites(project.app, queryClient);
    return projects.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  });
}

/** All key sets of a project, those that still work first, each group newest first. */
export function apiKeysOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", [], async () => {
    const keys = await app.listInternalApiKeys();
    return keys.sort(
      (a, b) => Number(b.isValid()) - Number(a.isValid()) || b.createdAt.getTime() - a.createdAt.getTime(),
    );
  });
}

/** Which users to show; `cursor` is where a page before this one said that it goes on. */
export type UserPageRequest = { query: string; isNewestFirst: boolean; limit: number; cursor: string | null };

/** One page of a project's users. */
export function userPageOptions(app: GatehouseAdminApp, { query, isNewestFirst, limit, cursor }: UserPageRequest) {
  return resourceOptions(app, "users", ["page", query, isNewestFirst, limit, cursor], () =>
    app.listUsers({ query, desc: isNewestFirst, limit, cursor: cursor ?? undefined, orderBy: "signedUpAt" }),
  );
}

/** One user with all their addresses; null when there is none of this id. */
export function userOptions(app: GatehouseAdminApp, userId: string) {
  return resourceOptions(app, "users", ["one", userId], async () => {
    const user = await findUser(app, userId);
    return user && { user, channels: await user.listContactChannels() };
  });
}

async function findUser(app: GatehouseAdminApp, userId: string) {
  try {
    return await app.getUser(userId);
  } catch (error) {
    // An id that is no UUID comes from a mistyped address: nobody has it.
    if (isKnownError(error, "SCHEMA_ERROR")) return null;
    throw error;
  }
}
