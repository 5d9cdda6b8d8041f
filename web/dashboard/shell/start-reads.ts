import type { QueryClient } from "@tanstack/react-query";
import type { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { administeringApp } from "../../kit/admin/owned-projects";
import { appInternals } from "../../kit/app/internals";
import { userOptions as currentUserOptions } from "../../react";
import { ownedProjectsOptions } from "../projects/queries";
import type { loadSectionTexts } from "../translation/load-translation";

/** The context of the dashboard's routes. */
export interface DashboardContext {
  app: GatehouseClientApp;
  queryClient: QueryClient;
  /** Loads the code that all pages share, with what their loaders need of it: a module for each would be one more request. */
  frame: () => Promise<{ startPageReads: typeof startPageReads; loadSectionTexts: typeof loadSectionTexts }>;
}

/** The signed-in owner, with an app that administers the project of the address. */
export interface Owner {
  id: string;
  app: GatehouseClientApp;
  administer: (projectId: string) => GatehouseAdminApp;
}

type Read = Parameters<QueryClient["prefetchQuery"]>[0];

/** The options of what a page reads first beside the owner and their projects. Its components read the same from the cache. */
export type PageReads = (owner: Owner) => readonly unknown[];

/**
 * Starts the reads of a page at once: all that they need is an access token and the address. Without a session it reads
 * nothing. A failure shows where the page reads the same.
 */
export async function startPageReads({ app, queryClient }: DashboardContext, pageReads: PageReads): Promise<void> {
  const { caller, connection, session } = app[appInternals];
  const current = session();
  const token = await current.accessToken().catch(() => null);
  if (token === null) return;
  const owner: Owner = {
    id: token.claims.sub,
    app,
    administer: (projectId) => administeringApp(projectId, caller("client"), connection),
  };
  const reads = [
    currentUserOptions(app, current),
    ownedProjectsOptions(app, owner.id, queryClient),
    ...pageReads(owner),
  ];
  for (const read of reads) {
    const options = read as Read & { initialPageParam?: unknown };
    // A list that is loaded page by page is kept in another shape.
    if ("initialPageParam" in options) void queryClient.prefetchInfiniteQuery(options as never);
    else void queryClient.prefetchQuery(options);
  }
}
