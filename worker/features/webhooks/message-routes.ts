import { ifChanged, recordAudit, unlessRecorded } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { resendMessage, retentionMillis } from "../../db/outbox/delivery-changes";
import { queueNextEndpoint, wakeEndpoint } from "../../db/outbox/endpoint-changes";
import { type EventType, eventTypes } from "../../db/outbox/event-types";
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
import type { Tools } from "../../platform/tools";
import { type ApiRouter, ifStillMaker, type Maker } from "./api-authentication";
import { invalidField } from "./api-codec";
import * as contract from "./api-contract";
import type { AttemptsQuery } from "./api-shapes";
import { attemptOf, messageOf, pageOf } from "./api-views";
import { endpointIn, readsEndpoint, refuseChanged, requireEnabled } from "./endpoint-routes";
import { exampleEvents } from "./example-events";
import { sendMessages } from "./index";
import { eventIdOf, firstTimedId, wireId } from "./wire-message";

const cursors = cursorsOf<MessagePlace>("webhook messages");

/** Routes what reads the events of a project and the attempts to send them, and sends one again. */
export function messageRoutes(router: ApiRouter): void {
  router.route(contract.listMessages, {
    prefetch: async (request) => {
      const { db, projectId, maker, query } = request;
      const place = await cursors.read({ ...request, projectId }, query.iterator);
      if (place === null) throw invalidField("iterator", "This is no iterator of this list", "query");
      const target = { type: "project", id: projectId } as const;
      return {
        rows: selectMessages(db, {
          projectId,
          since: query.after,
          until: query.before,
          types: query.event_types,
          after: place,
          limit: query.limit + 1,
        }),
        recorded: query.with_content ? recordRead(request, await maker, target) : undefined,
      };
    },
    handle: (request) => {
      const { found, caller, query } = request;
      const view = (row: (typeof found.rows)[number]) => messageOf(row, { withContent: query.with_content });
      const cursorOf = ({ createdAt, rowid }: MessagePlace) =>
        cursors.write({ ...request, projectId: caller.project.id }, { createdAt, rowid });
      return pageOf(found.rows, { limit: query.limit, cursorOf, view });
    },
  });

  router.route(contract.readMessage, {
    prefetch: async (request) => {
      const { db, projectId, maker, params, query } = request;
      const message = selectMessage(db, { projectId, id: eventIdOf(params.message_id) });
      const target = { type: "webhook_message", id: params.message_id } as const;
      const recorded = query.with_content ? recordRead(request, await maker, target, ifFound(message)) : undefined;
      return { message, recorded };
    },
    handle: ({ found, query, fail }) =>
      messageOf(found.message[0] ?? fail(contract.entityNotFound), { withContent: query.with_content }),
  });

  router.route(contract.readAttempt, {
    prefetch: ({ db, projectId, params: { message_id, attempt_id } }) => ({
      rows: selectAttempt(db, { projectId, messageId: eventIdOf(message_id), id: attempt_id }),
    }),
    handle: ({ found, fail }) => attemptOf(found.rows[0] ?? fail(contract.entityNotFound), { withContent: true }),
  });

  router.route(contract.resendMessage, {
    prefetch: (request) => ({
      ...readsEndpoint(request),
      message: selectMessage(request.db, {
        projectId: request.projectId,
        id: eventIdOf(request.params.message_id),
      }),
    }),
    handle: async (request) => {
      const { db, caller, found, fail, defer } = request;
      const endpoint = endpointIn(request);
      const message = found.message[0] ?? fail(contract.entityNotFound);
      requireEnabled(request, endpoint);
      const { projectId } = endpoint;
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
        recordAudit(db, caller.project, caller.actor, event, ifChanged),
        queueNextEndpoint(db, projectId, { now }),
      ]);
      if (queued.length === 0) await refuseChanged(request, endpoint);
      defer(() => sendMessages(request, next));
      return {};
    },
  });

  router.route(contract.listAttemptsOfEndpoint, {
    prefetch: (request) => ({
      ...readsEndpoint(request),
      rows: attemptsOnPage(request, { endpointId: request.params.endpoint_id }),
    }),
    handle: async (request) => {
      const { db, found, caller, query } = request;
      const { projectId } = endpointIn(request);
      const ids = found.rows.map(({ messageId }) => messageId);
      const maker = { projectId, actor: caller.actor };
      const { messages = [] } = await batchByName(db, {
        ...(query.with_msg && { messages: selectMessagesById(db, { projectId, ids }) }),
        ...(query.with_msg &&
          query.with_content && { recorded: recordRead(request, maker, { type: "project", id: projectId }) }),
      });
      const byId = new Map(messages.map((message) => [message.id, message]));
      const content = { withContent: query.with_content };
      const view = (row: (typeof found.rows)[number]) => {
        const message = byId.get(row.messageId);
        return { ...attemptOf(row, content), ...(message && { msg: messageOf(message, content) }) };
      };
      return pageOf(found.rows, { limit: query.limit, cursorOf: ({ id }) => id, view });
    },
  });

  router.route(contract.listAttemptsOfMessage, {
    prefetch: (request) => {
      const { db, projectId, params, query } = request;
      const messageId = eventIdOf(params.message_id);
      return {
        message: selectMessage(db, { projectId, id: messageId }),
        rows: attemptsOnPage(request, { messageId, endpointId: query.endpoint_id }),
      };
    },
    handle: ({ found, query, fail }) => {
      if (found.message.length === 0) return fail(contract.entityNotFound);
      const view = (row: (typeof found.rows)[number]) => attemptOf(row, { withContent: query.with_content });
      return pageOf(found.rows, { limit: query.limit, cursorOf: ({ id }) => id, view });
    },
  });
}

/** The attempts that a query asks for, and one more where there is another page. */
function attemptsOnPage(
  { db, projectId, query }: Pick<Tools, "db"> & { projectId: string; query: AttemptsQuery },
  of: { endpointId?: string | undefined; messageId?: string | undefined },
) {
  const { limit, iterator, before, after, status, event_types: types } = query;
  const idAt = (time: number | undefined) => (time === undefined ? undefined : firstTimedId("atmpt", time));
  const page = { since: idAt(after), until: idAt(before), after: iterator, limit: limit + 1 };
  return selectAttempts(db, { projectId, ...of, status, types, ...page });
}

/** Sets how long reads of the same by the same reader from the same address are one event: applications read again and again. */
const readMillis = 60 * 60 * 1000;

/**
 * Records that the content of events is read, in the batch that reads it, if that is proven to be for who may read it.
 *
 * @param target what is read: an event, or all of the project
 */
function recordRead(
  tools: Pick<Tools, "db" | "firstDb">,
  maker: Maker | undefined,
  target: { type: "project" | "webhook_message"; id: string },
  ...where: Condition[]
): (Statement & PromiseLike<unknown>) | undefined {
  if (!maker) return undefined;
  const { projectId, actor } = maker;
  const event = { type: "webhook_message.read", target } as const;
  const isNew = unlessRecorded(projectId, event, { since: Date.now() - readMillis, by: actor });
  const condition = allOf(ifStillMaker(tools, maker), isNew, ...where);
  const recorded = recordAuditOfProject(tools.db, projectId, actor, event, condition);
  // As every statement of the builder, it is a promise too, which is what batches by name are made of.
  return recorded as Statement & PromiseLike<unknown>;
}

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

export function eventTypeRoutes(router: ApiRouter): void {
  router.route(contract.listEventTypes, () => ({
    data: eventTypes.map(eventTypeOf),
    iterator: null,
    prevIterator: null,
    done: true,
  }));

  router.route(contract.readEventType, ({ params, fail }) =>
    eventTypeOf(eventTypes.find((each) => each === params.event_type) ?? fail(contract.entityNotFound)),
  );
}

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
