import { Hono } from "hono";
import { ifChanged, recordAudit, unlessRecorded } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { resendMessage, retentionMillis } from "../../db/outbox/delivery-changes";
import { queueNextEndpoint, wakeEndpoint } from "../../db/outbox/endpoint-changes";
import {
  type MessagePlace,
  selectAttempt,
  selectAttempts,
  selectMessage,
  selectMessages,
  selectMessagesById,
} from "../../db/outbox/queries";
import { cursorsOf } from "../../platform/cursors";
import { allOf, batchByName, type Condition, ifFound, type Statement } from "../../platform/database";
import {
  type ApiEnv,
  type ApiRequest,
  bodyOf,
  ifStillMaker,
  invalidField,
  notFound,
  openApiRequest,
  queryOf,
  readWithProject,
} from "./api-request";
import {
  AttemptsOfEndpointQuery,
  AttemptsOfMessageQuery,
  type AttemptsQuery,
  MessageQuery,
  Nothing,
  OneAttemptQuery,
  OneMessageQuery,
} from "./api-shapes";
import { attemptOf, messageOf, pageOf } from "./api-views";
import { readEndpoint, refuseChanged, requireEnabled } from "./endpoint-routes";
import { sendMessages } from "./queue";
import { firstTimedId } from "./timed-id";
import { eventIdOf, wireId } from "./wire-message";

const cursors = cursorsOf<MessagePlace>("webhook messages");

/** `/api/v1/app/{project}/msg`: the events of a project. */
export const messageRoutes = new Hono<ApiEnv>();

/** `/api/v1/app/{project}/attempt`: what was sent, and what came back. */
export const attemptRoutes = new Hono<ApiEnv>();

messageRoutes.get("/", async (context) => {
  const request = await openApiRequest(context);
  const { limit, iterator, before, after, with_content: withContent, event_types } = queryOf(context, MessageQuery);
  const place = await cursors.read(request, iterator);
  if (place === null) throw invalidField("iterator", "This is no iterator of this list", "query");
  const { found } = await readWithProject(request, {
    rows: selectMessages(request.db, {
      projectId: request.projectId,
      since: after,
      until: before,
      types: event_types,
      after: place,
      limit: limit + 1,
    }),
    ...(withContent && { recorded: recordRead(request, { type: "project", id: request.projectId }) }),
  });
  const view = (row: (typeof found.rows)[number]) => messageOf(row, { withContent });
  const cursorOf = ({ createdAt, rowid }: MessagePlace) => cursors.write(request, { createdAt, rowid });
  return context.json(await pageOf(found.rows, { limit, cursorOf, view }));
});

messageRoutes.get("/:id", async (context) => {
  const request = await openApiRequest(context);
  const { with_content: withContent } = queryOf(context, OneMessageQuery);
  const { db, projectId } = request;
  const id = context.req.param("id");
  const selected = selectMessage(db, { projectId, id: eventIdOf(id) });
  const { found } = await readWithProject(request, {
    message: selected,
    ...(withContent && { recorded: recordRead(request, { type: "webhook_message", id }, ifFound(selected)) }),
  });
  const [message] = found.message;
  if (!message) throw notFound;
  return context.json(messageOf(message, { withContent }));
});

messageRoutes.get("/:id/attempt/:attempt", async (context) => {
  const request = await openApiRequest(context);
  queryOf(context, OneAttemptQuery);
  const { db, projectId } = request;
  const messageId = eventIdOf(context.req.param("id"));
  const { found } = await readWithProject(request, {
    rows: selectAttempt(db, { projectId, messageId, id: context.req.param("attempt") }),
  });
  const [row] = found.rows;
  if (!row) throw notFound;
  return context.json(attemptOf(row, { withContent: true }));
});

messageRoutes.post("/:id/endpoint/:endpoint/resend", async (context) => {
  const request = await openApiRequest(context);
  await bodyOf(context, Nothing);
  const { db, projectId } = request;
  const { endpoint, project, found } = await readEndpoint(request, context.req.param("endpoint"), {
    message: selectMessage(db, { projectId, id: eventIdOf(context.req.param("id")) }),
  });
  const [message] = found.message;
  if (!message) throw notFound;
  requireEnabled(endpoint);
  const now = Date.now();
  const key = { projectId, endpointId: endpoint.id, messageId: message.id };
  const event = {
    type: "webhook_message.resent",
    target: { type: "webhook_message", id: wireId(message.id) },
    details: { endpoint_id: endpoint.id },
  } as const;
  const [queued, , , next] = await db.batch([
    resendMessage(db, key, { now, expiresAt: message.createdAt + retentionMillis }),
    wakeEndpoint(db, endpoint, now),
    recordAudit(db, project, request.actor, event, ifChanged),
    queueNextEndpoint(db, projectId, { now }),
  ]);
  if (queued.length === 0) await refuseChanged(request, endpoint);
  context.executionCtx.waitUntil(sendMessages(request, next));
  return context.json({}, 202);
});

attemptRoutes.get("/endpoint/:id", async (context) => {
  const request = await openApiRequest(context);
  const query = queryOf(context, AttemptsOfEndpointQuery);
  const { db, projectId } = request;
  const endpointId = context.req.param("id");
  const { found } = await readEndpoint(request, endpointId, { rows: attemptsOnPage(request, { endpointId }, query) });
  const ids = found.rows.map(({ messageId }) => messageId);
  const { messages = [] } = await batchByName(db, {
    ...(query.with_msg && { messages: selectMessagesById(db, { projectId, ids }) }),
    ...(query.with_msg && query.with_content && { recorded: recordRead(request, { type: "project", id: projectId }) }),
  });
  const byId = new Map(messages.map((message) => [message.id, message]));
  const content = { withContent: query.with_content };
  const view = (row: (typeof found.rows)[number]) => {
    const message = byId.get(row.messageId);
    return { ...attemptOf(row, content), ...(message && { msg: messageOf(message, content) }) };
  };
  return context.json(await pageOf(found.rows, { limit: query.limit, cursorOf: ({ id }) => id, view }));
});

attemptRoutes.get("/msg/:id", async (context) => {
  const request = await openApiRequest(context);
  const query = queryOf(context, AttemptsOfMessageQuery);
  const messageId = eventIdOf(context.req.param("id"));
  const { found } = await readWithProject(request, {
    message: selectMessage(request.db, { projectId: request.projectId, id: messageId }),
    rows: attemptsOnPage(request, { messageId, endpointId: query.endpoint_id }, query),
  });
  if (found.message.length === 0) throw notFound;
  const view = (row: (typeof found.rows)[number]) => attemptOf(row, { withContent: query.with_content });
  return context.json(await pageOf(found.rows, { limit: query.limit, cursorOf: ({ id }) => id, view }));
});

/** The attempts that a query asks for, and one more where there is another page. */
function attemptsOnPage(
  { db, projectId }: ApiRequest,
  of: { endpointId?: string | undefined; messageId?: string | undefined },
  { limit, iterator, before, after, status, event_types: types }: AttemptsQuery,
) {
  const idAt = (time: number | undefined) => (time === undefined ? undefined : firstTimedId("atmpt", time));
  const page = { since: idAt(after), until: idAt(before), after: iterator, limit: limit + 1 };
  return selectAttempts(db, { projectId, ...of, status, types, ...page });
}

/** Sets how long reads of the same by the same reader from the same address are one event: applications read again and again. */
const readMillis = 60 * 60 * 1000;

/**
 * Records that the content of events is read, in the batch that reads it.
 *
 * @param target what is read: an event, or all of the project
 */
function recordRead(
  request: ApiRequest,
  target: { type: "project" | "webhook_message"; id: string },
  ...where: Condition[]
): Statement & PromiseLike<unknown> {
  const { db, projectId, actor } = request;
  const event = { type: "webhook_message.read", target } as const;
  const isNew = unlessRecorded(projectId, event, { since: Date.now() - readMillis, by: actor });
  const recorded = recordAuditOfProject(db, projectId, actor, event, allOf(ifStillMaker(request), isNew, ...where));
  // As every statement of the builder, it is a promise too, which is what batches by name are made of.
  return recorded as Statement & PromiseLike<unknown>;
}
