import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { type EventType, eventTypes } from "../../db/outbox/event-types";
import { isStorageFull, violatesForeignKey } from "../../platform/database";
import { logRequest } from "../../platform/request-log";
import { newRequestId } from "../../platform/secrets";
import { costOf } from "../../platform/tools";
import type { EndpointKey } from "../../protocol/endpoint";
import { logFault } from "../../protocol/fault-log";
import { type ApiEnv, ApiError, notFound, openApiRequest, storageUsedUp } from "./api-request";
import { endpointRoutes } from "./endpoint-routes";
import { exampleEvents } from "./example-events";
import { attemptRoutes, messageRoutes } from "./message-routes";

const descriptions: Record<EventType, string> = {
  "user.created": "A user was created",
  "user.updated": "A user was changed",
  "user.deleted": "A user was deleted",
  "team.created": "A team was created",
  "team.updated": "A team was changed",
  "team.deleted": "A team was deleted",
  "team_membership.created": "A user became a member of a team",
  "team_membership.deleted": "A user is no longer a member of a team",
  "team_permission.created": "A permission in a team was granted",
  "team_permission.deleted": "A permission in a team was revoked",
  "project_permission.created": "A permission in the project was granted",
  "project_permission.deleted": "A permission in the project was revoked",
  "item.low_balance": "A customer has less of an item than its threshold",
};

/** The types are part of the API, so that they have no time of their own. */
const madeAt = "2026-11-01T00:00:00.000Z";

/** `/api/v1/event-type`: what may be chosen for an endpoint. */
const eventTypeRoutes = new Hono<ApiEnv>();

eventTypeRoutes.get("/", async (context) => {
  await openApiRequest(context);
  return context.json({ data: eventTypes.map(eventTypeOf), iterator: null, prevIterator: null, done: true });
});

eventTypeRoutes.get("/:name", async (context) => {
  await openApiRequest(context);
  const type = eventTypes.find((each) => each === context.req.param("name"));
  if (!type) throw notFound;
  return context.json(eventTypeOf(type));
});

function eventTypeOf(name: EventType) {
  return {
    name,
    description: descriptions[name],
    archived: false,
    deprecated: false,
    // Svix has a JSON Schema for each version of a type. An example alone is a valid one.
    schemas: { "1": { examples: [{ type: name, data: exampleEvents[name] }] } },
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}

/** Notes what a request was and what it cost, as is done for the endpoints of the wire. */
const observed: MiddlewareHandler<ApiEnv> = async (context, next) => {
  await next();
  const opened = context.get("opened");
  if (!opened) return;
  opened.turn.end(opened.projectId, opened);
  const cost = costOf(opened);
  if (cost !== undefined) context.header("Server-Timing", cost);
  const endpoint = `${context.req.method} ${routePath(context, -1).replace("/api/v1", "")}` as EndpointKey;
  logRequest(opened, {
    requestId: newRequestId(),
    projectId: opened.projectId,
    endpoint,
    status: context.res.status,
  });
};

/**
 * The part of Svix' API with which a project's webhooks are administered: endpoints, events, attempts. Its requests have a
 * token of `POST /webhooks/svix-token`, and its errors are Svix', as the `svix` library reads them.
 */
export const svixRoutes = new Hono<ApiEnv>()
  .use("/app/*", observed)
  .route("/app/:project/endpoint", endpointRoutes)
  .route("/app/:project/msg", messageRoutes)
  .route("/app/:project/attempt", attemptRoutes)
  .route("/event-type", eventTypeRoutes)
  .all("/app/*", () => {
    throw notFound;
  })
  .onError((error, context) => {
    // What is written refers to the project, which may have been deleted since it was read.
    const refusal = violatesForeignKey(error) ? notFound : isStorageFull(error) ? storageUsedUp : error;
    if (refusal instanceof ApiError) return context.json(refusal.body, refusal.status, refusal.headers);
    logFault(error, { operation: "webhooks API" });
    return context.json({ code: "internal_error", detail: "Internal error" }, 500);
  });
