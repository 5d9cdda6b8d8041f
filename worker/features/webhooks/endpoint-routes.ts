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
  queueNextEndpoint,
  replaceSecrets,
  updateEndpoint,
  wakeEndpoint,
} from "../../db/outbox/endpoint-changes";
import {
  type EndpointRow,
  selectDeliveryCounts,
  selectEndpoint,
  selectEndpoints,
  selectLastSearched,
} from "../../db/outbox/queries";
import { selectProjectId } from "../../db/projects/queries";
import { ifFound } from "../../platform/database";
import { type AttemptRule, countAttempt } from "../../platform/rate-limits";
import { UnsealError } from "../../platform/sealing";
import { newId } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { EndpointSpec } from "../../protocol/endpoint";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import type { Json } from "../../protocol/fields";
import type { RequestContext } from "../../protocol/handler";
import { type ApiCaller, type ApiRouter, type ApiTools, readWithProject } from "./api-authentication";
import { invalidField } from "./api-codec";
import * as contract from "./api-contract";
import { countsOf, endpointOf, isoTime, messageOf, pageOf } from "./api-views";
import { complaintAbout } from "./destination";
import { exampleEvents } from "./example-events";
import { sendMessages } from "./index";
import { openSecrets, rotatedSecrets, sealSecret } from "./secrets";
import { newWebhookSecret } from "./signature";
import { newTimedId } from "./wire-message";

/** The most events that one request has sent again. The oldest come first, and a further request has the others. */
const maxRecovered = 1_000;

/** A replay looks at many events, also where the endpoint has got them all. */
const replays: AttemptRule = { name: "webhook-replay", limit: 10, windowMillis: 60_000 };

/** Routes what administers the addresses that events are sent to. */
export function endpointRoutes(router: ApiRouter): void {
  router.route(contract.listEndpoints, {
    prefetch: ({ db, projectId, query: { limit, iterator: after, order } }) => ({
      rows: selectEndpoints(db, { projectId, after, limit: limit + 1, isAscending: order === "ascending" }),
    }),
    handle: ({ found, query: { limit } }) => pageOf(found.rows, { limit, cursorOf: ({ id }) => id, view: endpointOf }),
  });

  router.route(contract.createEndpoint, {
    prefetch: ({ settings, body }) => {
      requireDestination(settings, body.url);
      return {};
    },
    handle: async (request) => {
      const { db, settings, caller, body, fail } = request;
      const { secret, disabled, url, description, eventTypes, metadata } = body;
      const projectId = caller.project.id;
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
        audit(request, "webhook_endpoint.created", id, { url_host: new URL(url).host }),
      ]);
      if (inserted.length === 0) {
        await readWithProject(request, { projectId, actor: caller.actor }, {});
        return fail(contract.tooManyEndpoints);
      }
      return endpointOf(row);
    },
  });

  router.route(contract.readEndpoint, {
    prefetch: readsEndpoint,
    handle: (request) => endpointOf(endpointIn(request)),
  });

  router.route(contract.replaceEndpoint, { prefetch: readsForChange, handle: changeEndpoint });

  router.route(contract.changeEndpoint, { prefetch: readsForChange, handle: changeEndpoint });

  router.route(contract.removeEndpoint, {
    prefetch: readsEndpoint,
    handle: async (request) => {
      const { db } = request;
      const endpoint = endpointIn(request);
      await db.batch([deleteEndpoint(db, endpoint), audit(request, "webhook_endpoint.deleted", endpoint.id)]);
      return new Response(null, { status: 204 });
    },
  });

  router.route(contract.readSecret, {
    prefetch: readsEndpoint,
    handle: async (request) => {
      const { db, settings, caller } = request;
      const endpoint = endpointIn(request);
      const [key = ""] = await opened(request, openSecrets(settings, endpoint, Date.now()));
      const target = { type: "webhook_endpoint", id: endpoint.id } as const;
      await db.batch([recordAudit(db, caller.project, caller.actor, { type: "webhook_endpoint.secret_read", target })]);
      return { key };
    },
  });

  router.route(contract.rotateSecret, {
    prefetch: readsEndpoint,
    handle: async (request) => {
      const { db, settings, body, fail } = request;
      const endpoint = endpointIn(request);
      const key = body.key ?? newWebhookSecret();
      const to = await opened(request, rotatedSecrets(settings, endpoint, { key, now: Date.now() }));
      const [replaced] = await db.batch([
        replaceSecrets(db, endpoint, to),
        audit(request, "webhook_endpoint.secret_rotated", endpoint.id, { secret: "changed" }),
      ]);
      return replaced.length > 0 ? new Response(null, { status: 204 }) : fail(contract.endpointBusy);
    },
  });

  router.route(contract.readStats, {
    prefetch: (request) => ({
      ...readsEndpoint(request),
      counts: selectDeliveryCounts(request.db, {
        projectId: request.projectId,
        id: request.params.endpoint_id,
        ...request.query,
      }),
    }),
    handle: (request) => {
      endpointIn(request);
      return countsOf(request.found.counts);
    },
  });

  router.route(contract.recoverFailed, {
    prefetch: readsEndpoint,
    handle: (request) => sendAgain(request, recovery, spanOf(request)),
  });

  router.route(contract.replayMissing, {
    prefetch: readsEndpoint,
    handle: async (request) => {
      const { db, limits, caller, fail } = request;
      requireEnabled(request, endpointIn(request));
      const projectId = caller.project.id;
      const counted = limits && (await countAttempt(limits, replays, projectId));
      if (counted && "retryAfterMillis" in counted) return fail(tooManyRequests, counted);
      const span = spanOf(request);
      const [[last]] = await db.batch([selectLastSearched(db, { projectId, ...span })]);
      return sendAgain(request, replay, { ...span, ...(last && { until: last.createdAt, isCut: true }) });
    },
  });

  router.route(contract.sendExample, {
    prefetch: readsEndpoint,
    handle: async (request) => {
      const { db, body, defer } = request;
      const endpoint = endpointIn(request);
      requireEnabled(request, endpoint);
      const { projectId } = endpoint;
      const now = Date.now();
      const type = body.eventType;
      const message = { projectId, id: exampleIdPrefix + newId(), type, data: exampleEvents[type], createdAt: now };
      const key = { projectId, endpointId: endpoint.id, messageId: message.id };
      const [, , queued, , , next] = await db.batch([
        recordMessage(db, message, isEnabled(endpoint)),
        keepFromOthers(db, key),
        resendMessage(db, key, { now, expiresAt: now + retentionMillis }),
        wakeEndpoint(db, endpoint, now),
        audit(request, "webhook_endpoint.tested", endpoint.id, { event_type: type }),
        queueNextEndpoint(db, projectId, { now }),
      ]);
      if (queued.length === 0) await refuseChanged(request, endpoint);
      defer(() => sendMessages(request, next));
      return messageOf(message, { withContent: true });
    },
  });
}

/** Holds what is known of a request to an endpoint before it is read. */
interface EndpointPlace extends Pick<Tools, "db"> {
  projectId: string;
  params: { endpoint_id: string };
}

/** The statement that reads an endpoint, in the round trip that proves the caller. */
export function readsEndpoint({ db, projectId, params }: EndpointPlace) {
  return { endpoint: selectEndpoint(db, { projectId, id: params.endpoint_id }) };
}

/** The endpoint that was read so. */
export function endpointIn({
  found,
  fail,
}: Failing<typeof contract.entityNotFound> & { found: { endpoint: EndpointRow[] } }): EndpointRow {
  return found.endpoint[0] ?? fail(contract.entityNotFound);
}

/** An endpoint that is disabled is sent nothing: what is asked for would wait without a sign. */
export function requireEnabled(
  { fail }: Failing<typeof contract.endpointDisabled>,
  { disabledAt }: Pick<EndpointRow, "disabledAt">,
): void {
  if (disabledAt !== null) fail(contract.endpointDisabled);
}

/** Reports why nothing was queued for an endpoint that was enabled when it was read. */
export async function refuseChanged(
  request: Pick<Tools, "db"> &
    Failing<typeof contract.entityNotFound | typeof contract.endpointDisabled | typeof contract.endpointBusy>,
  endpoint: EndpointRow,
): Promise<never> {
  const { db, fail } = request;
  const [[now]] = await db.batch([selectEndpoint(db, endpoint)]);
  requireEnabled(request, now ?? fail(contract.entityNotFound));
  return fail(contract.endpointBusy);
}

/** A request whose endpoint was read. */
type EndpointRequest<Spec extends EndpointSpec> = RequestContext<
  ApiTools,
  ApiCaller,
  Spec,
  ReturnType<typeof readsEndpoint>
>;

interface Span {
  since: number;
  until: number;
}

function spanOf({ body: { since, until } }: Pick<EndpointRequest<typeof contract.recoverFailed>, "body">): Span {
  return { since, until: until ?? Date.now() };
}

const recovery = { task: "endpoint.recover", send: retryFailed, event: "webhook_endpoint.recovered" } as const;
const replay = { task: "endpoint.replay", send: sendMissing, event: "webhook_endpoint.replayed" } as const;

/**
 * Has the events of a span sent to an endpoint.
 *
 * @param span.isCut whether there may be more behind it
 */
async function sendAgain(
  request: EndpointRequest<typeof contract.recoverFailed>,
  { task, send, event }: typeof recovery | typeof replay,
  { since, until, isCut = false }: Span & { isCut?: boolean },
) {
  const { db, defer } = request;
  const endpoint = endpointIn(request);
  requireEnabled(request, endpoint);
  const now = Date.now();
  const [found, , , next] = await db.batch([
    send(db, endpoint, { since, until, limit: maxRecovered, now }),
    wakeEndpoint(db, endpoint, now),
    audit(request, event, endpoint.id, { since: isoTime(since), until: isoTime(until) }),
    queueNextEndpoint(db, endpoint.projectId, { now }),
  ]);
  defer(() => sendMessages(request, next));
  const isFull = found.length === maxRecovered;
  const end = isFull ? Math.max(...found.map(({ createdAt }) => createdAt)) : until;
  return {
    id: newTimedId("task", now),
    status: "finished" as const,
    task,
    updatedAt: isoTime(now),
    nextSince: isFull || isCut ? isoTime(end) : null,
  };
}

function readsForChange(request: EndpointPlace & Pick<Tools, "settings"> & { body: { url?: string | undefined } }) {
  const { settings, body } = request;
  if (body.url !== undefined) requireDestination(settings, body.url);
  return readsEndpoint(request);
}

async function changeEndpoint(request: EndpointRequest<typeof contract.changeEndpoint>) {
  const { db, body, fail } = request;
  const { url, description, eventTypes, metadata, disabled } = body;
  const endpoint = endpointIn(request);
  const change: EndpointChange = defined({ url, description, eventTypes, metadata });
  const [updated, , [changed]] = await db.batch([
    updateEndpoint(db, endpoint, { ...change, isDisabled: disabled, now: Date.now() }),
    audit(request, "webhook_endpoint.updated", endpoint.id, {
      changed: Object.keys(defined({ url, description, eventTypes, metadata, disabled })),
      // Without it the log would not have where events went between two changes.
      ...(url !== undefined && { url_host: { before: new URL(endpoint.url).host, after: new URL(url).host } }),
    }),
    selectEndpoint(db, endpoint),
  ]);
  if (updated.length === 0 || !changed) return fail(contract.entityNotFound);
  return endpointOf(changed);
}

function audit(
  { db, caller: { project, actor } }: Pick<Tools, "db"> & { caller: Pick<ApiCaller, "project" | "actor"> },
  type: AuditEventType,
  id: string,
  details: Record<string, Json> = {},
) {
  return recordAudit(db, project, actor, { type, target: { type: "webhook_endpoint", id }, details }, ifChanged);
}

/** Refuses an address that nothing is sent to, before anything is read. */
function requireDestination(settings: Tools["settings"], url: string): void {
  const complaint = complaintAbout(url, settings);
  if (complaint) throw invalidField("url", `The address ${complaint}`);
}

async function opened<T>({ fail }: Failing<typeof contract.secretUnreadable>, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof UnsealError) return fail(contract.secretUnreadable);
    throw error;
  }
}

function defined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
