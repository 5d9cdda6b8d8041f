import type { QueryClient } from "@tanstack/react-query";
import type { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { administeringApp } from "../../kit/apps/admin-app";
import { userOptions as currentUserOptions } from "../../react";
import { ownedProjectsOptions } from "../projects/use-owned-projects";
import type { loadSectionTexts } from "../translation/load-translation";

/** The context of the dashboard's routes. */
export interface DashboardContext {
  app: GatehouseClientApp;
  queryClient: QueryClient;
  /** Loads the code that all pages share, with what their loaders need of it: a module for each would be one more request. */
  frame: () => Promise<{ startPageReads: typeof startPageReads; loadSectionTexts: typeof loadSectionTexts }>;
}

/** A page whose reads start. */
interface OpenedPage<Params, Search> {
  /** Administers the project of the address. */
  readonly app: GatehouseAdminApp;
  /** The signed-in owner. */
  readonly owner: { readonly id: string; readonly app: GatehouseClientApp };
  readonly params: Params;
  /** Holds what the route's `deps` take of the search. */
  readonly search: Search;
}

type Read = Parameters<QueryClient["prefetchQuery"]>[0];

/** The options of what a page reads first beside the owner and their projects. Its components read the same from the cache. */
export type PageReads<Params = unknown, Search = unknown> = (page: OpenedPage<Params, Search>) => readonly unknown[];

/**
 * Starts the reads of a page at once: all that they need is an access token and the address. Without a session it reads
 * nothing. A failure shows where the page reads the same.
 */
export async function startPageReads<Params extends { projectId: string }, Search>(
  { app, queryClient }: DashboardContext,
  pageReads: PageReads<Params, Search>,
  params: Params,
  search: Search,
): Promise<void> {
  const { caller, connection, session } = app[appInternals];
  const current = session();
  const token = await current.accessToken().catch(() => null);
  if (token === null) return;
  const owner = { id: token.claims.sub, app };
  const page = {
    owner,
    params,
    search,
    // The list of projects has none in its address.
    get app() {
      return administeringApp(params.projectId, caller("client"), connection);
    },
  };
  const reads = [
    currentUserOptions(app, current),
    ownedProjectsOptions(app, owner.id, queryClient),
    ...pageReads(page),
  ];
  for (const read of reads) {
    const options = read as Read & { initialPageParam?: unknown };
    // A list that is loaded page by page is kept in another shape.
    if ("initialPageParam" in options) void queryClient.prefetchInfiniteQuery(options as never);
    else void queryClient.prefetchQuery(options);
  }
}
