import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { isStorageFull, violatesForeignKey } from "../../platform/database";
import { logRequest } from "../../platform/request-log";
import { newRequestId } from "../../platform/secrets";
import { costOf } from "../../platform/tools";
import type { EndpointKey } from "../../protocol/endpoint";
import { logFault } from "../../protocol/fault-log";
import { ApiError, notFound, storageUsedUp } from "./api-error";
import type { ApiEnv } from "./api-request";
import { endpointRoutes } from "./endpoint-routes";
import { eventTypeRoutes } from "./event-type-routes";
import { attemptRoutes, messageRoutes } from "./message-routes";

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
