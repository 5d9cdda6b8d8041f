import { type Context, Hono } from "hono";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import type { AuditEventType } from "../../db/audit/event-types";
import { recordMessage } from "../../db/outbox/changes";
import {
  exampleIdPrefix,
  isEnabled,
  keepFromOthers,
  resendMessage,
  retentionMillis,
  retryFailed,
  sendMissing,
} from "../../db/outbox/delivery-changes";
import {
  deleteEndpoint,
  type EndpointChange,
  insertEndpoint,
  maxEndpoints,
  queueNextEndpoint,
  replaceSecrets,
  updateEndpoint,
  wakeEndpoint,
} from "../../db/outbox/endpoint-changes";
import { type EndpointRow, selectDeliveryCounts, selectEndpoint, selectEndpoints } from "../../db/outbox/queries";
import type { Project } from "../../db/projects/project";
import { selectProjectId } from "../../db/projects/queries";
import { type Database, ifFound, type Statement } from "../../platform/database";
import { type AttemptRule, countAttempt } from "../../platform/rate-limits";
import { UnsealError } from "../../platform/sealing";
import { newId } from "../../platform/secrets";
import type { Json } from "../../protocol/fields";
import {
  type ApiEnv,
  ApiError,
  type ApiRequest,
  bodyOf,
  invalidField,
  notFound,
  openApiRequest,
  queryOf,
  readWithProject,
  tooManyRequests,
} from "./api-request";
import {
  EndpointIn,
  EndpointPatch,
  EndpointQuery,
  EndpointReplacement,
  RecoverIn,
  RotateIn,
  SendExampleIn,
  StatsQuery,
} from "./api-shapes";
import { countsOf, endpointOf, isoTime, messageOf, pageOf } from "./api-views";
import { complaintAbout } from "./destination";
import { exampleEvents } from "./example-events";
import { sendMessages } from "./queue";
import { openSecrets, rotatedSecrets, sealSecret } from "./secrets";
import { newWebhookSecret } from "./signature";
import { newTimedId } from "./timed-id";

/** The most events that one request has sent again. The oldest come first, and a further request has the others. */
const maxRecovered = 1_000;

/** A replay looks at every event of its span, also where the endpoint has got them all. */
const replays: AttemptRule = { name: "webhook-replay", limit: 10, windowMillis: 60_000 };

/** An endpoint was changed while it was being written, or used. */
const busy = new ApiError(409, { code: "conflict", detail: "The endpoint was changed at the same time. Try again." });

const unreadable = new ApiError(409, {
  code: "conflict",
  detail: "The secret is sealed under a root secret that is gone. Delete the endpoint and create it anew.",
});

/** `/api/v1/app/{project}/endpoint`: where events are sent. */
export const endpointRoutes = new Hono<ApiEnv>();

endpointRoutes.get("/", async (context) => {
  const request = await openApiRequest(context);
  const { limit, iterator: after, order } = queryOf(context, EndpointQuery);
  const { found } = await readWithProject(request, {
    rows: selectEndpoints(request.db, {
      projectId: request.projectId,
      after,
      limit: limit + 1,
      isAscending: order === "ascending",
    }),
  });
  return context.json(await pageOf(found.rows, { limit, cursorOf: ({ id }) => id, view: endpointOf }));
});

endpointRoutes.post("/", async (context) => {
  const request = await openApiRequest(context);
  const { secret, disabled, url, description, eventTypes, metadata } = await bodyOf(context, EndpointIn);
  requireDestination(request, url);
  const { project } = await readWithProject(request, {});
  const { db, projectId, settings } = request;
  const now = Date.now();
  const id = newTimedId("ep", now);
  const row = {
    projectId,
    id,
    url,
    description,
    eventTypes,
    metadata,
    sealedSecrets: await sealSecret(settings, { projectId, id }, secret ?? newWebhookSecret()),
    createdAt: now,
    updatedAt: now,
    disabledAt: disabled ? now : null,
  };
  const [inserted] = await db.batch([
    // The rows of a project that is being deleted go step by step, and a new one would be sent to until then.
    insertEndpoint(db, row, ifFound(selectProjectId(db, { projectId }))),
    audit(request, project, "webhook_endpoint.created", id, { url_host: new URL(url).host }),
  ]);
  if (inserted.length === 0) {
    await readWithProject(request, {});
    throw new ApiError(409, { code: "conflict", detail: `A project has at most ${maxEndpoints} endpoints` });
  }
  return context.json(
    endpointOf({
      ...row,
      failingSince: null,
      dueAt: null,
      leasedUntil: 0,
      queuedFor: null,
      noticeDueAt: null,
      seal: null,
    }),
    201,
  );
});

endpointRoutes.get("/:id", async (context) => {
  const request = await openApiRequest(context);
  const { endpoint } = await readEndpoint(request, context.req.param("id"));
  return context.json(endpointOf(endpoint));
});

endpointRoutes.put("/:id", async (context) => {
  const request = await openApiRequest(context);
  const change = await bodyOf(context, EndpointReplacement);
  return context.json(await changeEndpoint(request, context.req.param("id"), change));
});

endpointRoutes.patch("/:id", async (context) => {
  const request = await openApiRequest(context);
  const change = await bodyOf(context, EndpointPatch);
  return context.json(await changeEndpoint(request, context.req.param("id"), change));
});

endpointRoutes.delete("/:id", async (context) => {
  const request = await openApiRequest(context);
  const { endpoint, project } = await readEndpoint(request, context.req.param("id"));
  const { db } = request;
  await db.batch([deleteEndpoint(db, endpoint), audit(request, project, "webhook_endpoint.deleted", endpoint.id)]);
  return context.body(null, 204);
});

endpointRoutes.get("/:id/secret", async (context) => {
  const request = await openApiRequest(context);
  const { endpoint, project } = await readEndpoint(request, context.req.param("id"));
  const { db, settings, actor } = request;
  const [key] = await opened(openSecrets(settings, endpoint, Date.now()));
  const target = { type: "webhook_endpoint", id: endpoint.id };
  await db.batch([recordAudit(db, project, actor, { type: "webhook_endpoint.secret_read", target })]);
  return context.json({ key }, 200, { "Cache-Control": "no-store" });
});

endpointRoutes.post("/:id/secret/rotate", async (context) => {
  const request = await openApiRequest(context);
  const { key } = await bodyOf(context, RotateIn);
  const { endpoint, project } = await readEndpoint(request, context.req.param("id"));
  const { db, settings } = request;
  const to = await opened(rotatedSecrets(settings, endpoint, { key: key ?? newWebhookSecret(), now: Date.now() }));
  const [replaced] = await db.batch([
    replaceSecrets(db, endpoint, to),
    audit(request, project, "webhook_endpoint.secret_rotated", endpoint.id, { secret: "changed" }),
  ]);
  if (replaced.length === 0) throw busy;
  return context.body(null, 204);
});

endpointRoutes.get("/:id/stats", async (context) => {
  const request = await openApiRequest(context);
  const { since, until } = queryOf(context, StatsQuery);
  const { db, projectId } = request;
  const id = context.req.param("id");
  const { found } = await readEndpoint(request, id, {
    counts: selectDeliveryCounts(db, { projectId, id, since, until }),
  });
  return context.json(countsOf(found.counts));
});

endpointRoutes.post("/:id/recover", (context) =>
  sendAgain(context, { send: retryFailed, event: "webhook_endpoint.recovered", task: "endpoint.recover" }),
);

endpointRoutes.post("/:id/replay-missing", (context) =>
  sendAgain(context, {
    send: sendMissing,
    event: "webhook_endpoint.replayed",
    task: "endpoint.replay",
    limit: replays,
  }),
);

endpointRoutes.post("/:id/send-example", async (context) => {
  const request = await openApiRequest(context);
  const { eventType: type } = await bodyOf(context, SendExampleIn);
  const { endpoint, project } = await readEndpoint(request, context.req.param("id"));
  requireEnabled(endpoint);
  const { db, projectId } = request;
  const now = Date.now();
  const message = { projectId, id: exampleIdPrefix + newId(), type, data: exampleEvents[type], createdAt: now };
  const key = { projectId, endpointId: endpoint.id, messageId: message.id };
  const [, , queued, , , next] = await db.batch([
    recordMessage(db, message, isEnabled(endpoint)),
    keepFromOthers(db, key),
    resendMessage(db, key, { now, expiresAt: now + retentionMillis }),
    wakeEndpoint(db, endpoint, now),
    audit(request, project, "webhook_endpoint.tested", endpoint.id, { event_type: type }),
    queueNextEndpoint(db, projectId, { now }),
  ]);
  if (queued.length === 0) await refuseChanged(request, endpoint);
  context.executionCtx.waitUntil(sendMessages(request, next));
  return context.json(messageOf(message, { withContent: true }), 202);
});

/** An endpoint, with what else is read in the same round trip. @throws {ApiError} */
export async function readEndpoint<S extends Record<string, PromiseLike<unknown> | undefined>>(
  request: ApiRequest,
  id: string,
  statements: S = {} as S,
) {
  const { db, projectId } = request;
  const { project, found } = await readWithProject(request, {
    ...statements,
    endpoint: selectEndpoint(db, { projectId, id }),
  });
  const [endpoint] = found.endpoint;
  if (!endpoint) throw notFound;
  return { endpoint, project, found };
}

/** An endpoint that is disabled is sent nothing: what is asked for would wait without a sign. @throws {ApiError} */
export function requireEnabled({ disabledAt }: EndpointRow): void {
  if (disabledAt !== null) throw new ApiError(400, { code: "endpoint_disabled", detail: "The endpoint is disabled" });
}

/** Reports why nothing was queued for an endpoint that was enabled when it was read. @throws {ApiError} */
export async function refuseChanged({ db }: ApiRequest, endpoint: EndpointRow): Promise<never> {
  const [[now]] = await db.batch([selectEndpoint(db, endpoint)]);
  if (!now) throw notFound;
  requireEnabled(now);
  throw busy;
}

/** Has the events of a span that `send` finds sent to an endpoint, 10,000 at most. */
async function sendAgain(
  context: Context<ApiEnv, "/:id/recover">,
  {
    send,
    event,
    task,
    limit,
  }: {
    send: (
      db: Database,
      endpoint: EndpointRow,
      page: { since: number; until: number; limit: number; now: number },
    ) => Statement;
    event: AuditEventType;
    task: string;
    limit?: AttemptRule;
  },
) {
  const request = await openApiRequest(context);
  const { since, until } = await bodyOf(context, RecoverIn);
  const { endpoint, project } = await readEndpoint(request, context.req.param("id"));
  requireEnabled(endpoint);
  const { db, limits, projectId } = request;
  const counted = limits && limit && (await countAttempt(limits, limit, projectId));
  if (counted && "retryAfterMillis" in counted) throw tooManyRequests(counted);
  const now = Date.now();
  const times = { since, until: until ?? now };
  const [, , , next] = await db.batch([
    send(db, endpoint, { ...times, limit: maxRecovered, now }),
    wakeEndpoint(db, endpoint, now),
    audit(request, project, event, endpoint.id, { since: isoTime(times.since), until: isoTime(times.until) }),
    queueNextEndpoint(db, projectId, { now }),
  ]);
  context.executionCtx.waitUntil(sendMessages(request, next));
  return context.json({ id: newTimedId("task", now), status: "finished", task, updatedAt: isoTime(now) }, 202);
}

async function changeEndpoint(
  request: ApiRequest,
  id: string,
  { url, description, eventTypes, metadata, disabled }: EndpointChange & { disabled?: boolean | undefined },
) {
  if (url !== undefined) requireDestination(request, url);
  const { endpoint, project } = await readEndpoint(request, id);
  const { db, projectId } = request;
  const change = defined({ url, description, eventTypes, metadata });
  const now = Date.now();
  const [updated, , [changed]] = await db.batch([
    updateEndpoint(db, endpoint, { ...change, isDisabled: disabled, now }),
    audit(request, project, "webhook_endpoint.updated", id, {
      changed: Object.keys(defined({ url, description, eventTypes, metadata, disabled })),
      // Without it the log would not have where events went between two changes.
      ...(url !== undefined && { url_host: { before: new URL(endpoint.url).host, after: new URL(url).host } }),
    }),
    selectEndpoint(db, { projectId, id }),
  ]);
  if (updated.length === 0 || !changed) throw notFound;
  return endpointOf(changed);
}

function audit(
  { db, actor }: ApiRequest,
  project: Project,
  type: AuditEventType,
  id: string,
  details: Record<string, Json> = {},
) {
  return recordAudit(db, project, actor, { type, target: { type: "webhook_endpoint", id }, details }, ifChanged);
}

function requireDestination({ settings }: ApiRequest, url: string): void {
  const complaint = complaintAbout(url, settings);
  if (complaint) throw invalidField("url", `The address ${complaint}`);
}

async function opened<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof UnsealError ? unreadable : error;
  }
}

function defined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
