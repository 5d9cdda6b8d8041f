import { infiniteQueryOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../kit";
import { RequestError } from "../../kit/errors/request-error";
import { resourceOptions } from "../../react";
import { keys } from "../../react/queries/keys";
import { refetchOnReturn } from "../../react/queries/resource-query";
import { type AttemptFilter, wireStatus } from "./webhook-search";
import {
  type Attempt,
  type Endpoint,
  type EndpointStats,
  type EventTypeInfo,
  type Page,
  pathOf,
  readWebhooks,
} from "./webhooks-api";

/** The endpoints of the project, 100 at most, the newest first. */
export function endpointsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "webhooks", ["endpoints"], async () => {
    const { data } = await readWebhooks<Page<Endpoint>>(app, pathOf(app, "endpoint"), { limit: "100" });
    return data;
  });
}

/** One endpoint; null when the project has none with this id. */
export function endpointOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "webhooks", ["endpoint", id], async () => {
    try {
      return await readWebhooks<Endpoint>(app, pathOf(app, "endpoint", id));
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return null;
      throw error;
    }
  });
}

export function eventTypesOptions(app: GatehouseAdminApp) {
  const options = resourceOptions(app, "webhooks", ["event-types"], async () => {
    const { data } = await readWebhooks<Page<EventTypeInfo>>(app, "/event-type");
    return data;
  });
  return { ...options, staleTime: Infinity };
}

/** Reads how many events were sent. They are sent at any time. */
export function statsOptions(app: GatehouseAdminApp, id: string) {
  const options = resourceOptions(app, "webhooks", ["stats", id], () =>
    readWebhooks<EndpointStats>(app, pathOf(app, "endpoint", id, "stats")),
  );
  return { ...options, ...refetchOnReturn };
}

/** The attempts of an endpoint page by page, the newest first, without their requests and responses. */
export function attemptsOptions(app: GatehouseAdminApp, id: string, { status, type }: AttemptFilter) {
  const query = {
    limit: "50",
    with_content: "false",
    with_msg: "true",
    status: status && wireStatus[status],
    event_types: type,
  };
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "webhooks"), "attempts", id, status ?? null, type ?? null],
    queryFn: ({ pageParam }) =>
      readWebhooks<Page<Attempt>>(app, pathOf(app, "attempt", "endpoint", id), { ...query, iterator: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ done, iterator }) => (done ? undefined : (iterator ?? undefined)),
    ...refetchOnReturn,
  });
}

/** An attempt with its request and response, which do not change. That it was read is in the audit log. */
export function attemptOptions(app: GatehouseAdminApp, messageId: string, id: string) {
  const options = resourceOptions(app, "webhooks", ["attempt", messageId, id], async () => {
    const [attempt, msg] = await Promise.all([
      readWebhooks<Attempt>(app, pathOf(app, "msg", messageId, "attempt", id)),
      readWebhooks<NonNullable<Attempt["msg"]>>(app, pathOf(app, "msg", messageId)),
    ]);
    return { ...attempt, msg };
  });
  return { ...options, staleTime: Infinity };
}

/** Milliseconds between looks for the response to a test event, and for that to a retry. */
const [lookAgainMillis, retryMillis] = [1_000, 5_000];

/** The latest attempt of a test event; null while there is none. It is looked for until one is accepted. */
export function testAttemptOptions(app: GatehouseAdminApp, endpointId: string, messageId: string) {
  const options = resourceOptions(app, "webhooks", ["test", endpointId, messageId], async () => {
    const query = { limit: "1", endpoint_id: endpointId };
    const { data } = await readWebhooks<Page<Attempt>>(app, pathOf(app, "attempt", "msg", messageId), query);
    return data[0] ?? null;
  });
  return {
    ...options,
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
