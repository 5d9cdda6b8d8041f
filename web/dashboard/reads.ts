import type { QueryClient } from "@tanstack/react-query";
import type { GatehouseAdminApp, GatehouseClientApp } from "../kit";
import { administeringApp } from "../kit/admin/owned-projects";
import { appInternals } from "../kit/app/internals";
import { userOptions as currentUserOptions } from "../react";
import { apiKeysOptions } from "./api-keys/queries";
import { firstUserOptions, mailRecipientsOptions } from "./overview/queries";
import { type PaymentSearch, transactionRequestOf } from "./payments/payment-search";
import { stripeAccountOptions, transactionOptions } from "./payments/queries";
import { ownedProjectsOptions } from "./projects/queries";
import { hostedPagesOptions, ownTeamsOptions } from "./settings/queries";
import { userOptions, userPageOptions } from "./users/queries";
import { pageRequestOf, type UserSearch } from "./users/user-search";

/** The context of the dashboard's routes. */
export interface DashboardContext {
  app: GatehouseClientApp;
  queryClient: QueryClient;
}

/** The signed-in owner, with an app that administers the project of the address. */
interface Owner {
  id: string;
  app: GatehouseClientApp;
  administer: (projectId: string) => GatehouseAdminApp;
}

type Read = Parameters<QueryClient["prefetchQuery"]>[0];

/** What a page reads first beside the owner and their projects. Its components read the same from the cache. */
type PageReads = (owner: Owner) => readonly unknown[];

export const projects = (): PageReads => () => [];

export const overview =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [apiKeysOptions(app), firstUserOptions(app), mailRecipientsOptions(app)];
  };

export const apiKeys =
  (projectId: string): PageReads =>
  ({ administer }) => [apiKeysOptions(administer(projectId))];

export const users =
  (projectId: string, search: UserSearch): PageReads =>
  ({ administer }) => [userPageOptions(administer(projectId), pageRequestOf(search))];

export const user =
  (projectId: string, userId: string): PageReads =>
  ({ administer }) => [userOptions(administer(projectId), userId)];

export const payments =
  (projectId: string, search: PaymentSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [stripeAccountOptions(app), transactionOptions(app, transactionRequestOf(search))];
  };

export const settings =
  (projectId: string): PageReads =>
  ({ app, id, administer }) => [ownTeamsOptions(app, id), hostedPagesOptions(administer(projectId))];

/**
 * Starts the reads of a page at once: all that they need is an access token and the address. Without a session it reads
 * nothing. A failure shows where the page reads the same.
 */
export async function startReads({ app, queryClient }: DashboardContext, pageReads: PageReads): Promise<void> {
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
  for (const read of reads) void queryClient.prefetchQuery(read as Read);
}
