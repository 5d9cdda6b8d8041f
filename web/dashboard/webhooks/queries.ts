import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../kit";
import { resourceOptions } from "../../react";
import { keys } from "../../react/queries/keys";
import { refetchOnReturn } from "../../react/queries/resource-query";
import { type AttemptFilter, wireStatus } from "./webhook-search";
import {
  type Attempt,
  deleteEndpoint,
  type Endpoint,
  type EndpointStats,
  getAttempt,
  getEndpoint,
  getStats,
  latestAttempt,
  listAttempts,
  listEndpoints,
  listEventTypes,
} from "./webhooks-api";

export function endpointsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "webhooks", ["endpoints"], () => listEndpoints(app));
}

export function endpointOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "webhooks", ["endpoint", id], () => getEndpoint(app, id));
}

export function eventTypesOptions(app: GatehouseAdminApp) {
  return { ...resourceOptions(app, "webhooks", ["event-types"], () => listEventTypes(app)), staleTime: Infinity };
}

/** Reads how many events were sent. They are sent at any time. */
export function statsOptions(app: GatehouseAdminApp, id: string) {
  return { ...resourceOptions(app, "webhooks", ["stats", id], () => getStats(app, id)), ...refetchOnReturn };
}

export function attemptsOptions(app: GatehouseAdminApp, id: string, { status, type }: AttemptFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "webhooks"), "attempts", id, status ?? null, type ?? null],
    queryFn: ({ pageParam }) =>
      listAttempts(app, id, { status: status && wireStatus[status], type, iterator: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ done, iterator }) => (done ? undefined : (iterator ?? undefined)),
    ...refetchOnReturn,
  });
}

/** The request and the response in an attempt, which does not change. */
export function attemptOptions(app: GatehouseAdminApp, messageId: string, id: string) {
  const options = resourceOptions(app, "webhooks", ["attempt", messageId, id], () => getAttempt(app, messageId, id));
  return { ...options, staleTime: Infinity };
}

/** Milliseconds between looks for the response to a test event, and for that to a retry. */
const [lookAgainMillis, retryMillis] = [1_000, 5_000];

/** The latest attempt of a test event; null while there is none. It is looked for until one is accepted. */
export function testAttemptOptions(app: GatehouseAdminApp, endpointId: string, messageId: string) {
  return {
    ...resourceOptions(app, "webhooks", ["test", endpointId, messageId], () =>
      latestAttempt(app, endpointId, messageId),
    ),
    refetchInterval: ({ state: { data } }: { state: { data?: Attempt | null | undefined } }) =>
      data ? data.status !== 0 && retryMillis : lookAgainMillis,
  };
}

/** Milliseconds between looks at the numbers of an endpoint while events are on their way to it. */
const pendingMillis = 3_000;

/** Returns when to read the numbers again: while events are pending. */
export function untilSent({ state: { data } }: { state: { data?: EndpointStats | undefined } }): number | false {
  return data && data.pending > 0 ? pendingMillis : false;
}

/** Deletes an endpoint, and takes it out of the list. Its own page is left by then. */
export async function deleteListedEndpoint(
  app: GatehouseAdminApp,
  queryClient: QueryClient,
  id: string,
): Promise<void> {
  await deleteEndpoint(app, id);
  const { queryKey } = endpointsOptions(app);
  queryClient.setQueryData<readonly Endpoint[]>(queryKey, (all) => all?.filter((each) => each.id !== id));
}
