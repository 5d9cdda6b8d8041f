import { type AppRouter, authentication, isProvenServer, readRulesOf } from "./features/access";
import { queueAnnounced } from "./features/webhooks";
import { isStorageFull } from "./platform/database";
import { newRequestId } from "./platform/secrets";
import { costOf, openRequestTools, type Tools } from "./platform/tools";
import type { RequestOutcome, RouterOptions } from "./protocol/handle-request";
import { Router } from "./protocol/router";

/** Holds what the requests to all routers have in common. */
export const routerOptions = {
  isStorageFull,
  cost: costOf,
  log: (tools, outcome) => {
    tools.turn.end(outcome.projectId, tools);
    logRequest(tools, outcome);
  },
  newRequestId,
  unknownPathText: (context, { settings }) =>
    `404 — this page does not exist in Gatehouse's API.\n\nPlease see the API reference at ${settings.apiUrl}/api/v1/docs, or visit the dashboard at ${settings.webUrl}.\n\nURL: ${context.req.url}`,
} satisfies Omit<RouterOptions<Tools>, "open">;

/** A router without endpoints, with what all of them have in common. */
export function newRouter(): AppRouter {
  return new Router(authentication, {
    ...routerOptions,
    open: ({ env, req }, endpoint) => openRequestTools(env, req.raw, endpoint && readRulesOf(req.raw, endpoint)),
    readsAgain: ({ reads }) => reads.turnToPrimary(),
    bookmark: ({ reads }) => reads.bookmark(),
    begin: ({ turn }, { headers }) => turn.begin(() => isProvenServer(headers)),
    followUp: (tools) => queueAnnounced(tools),
  });
}

/**
 * Logs a request as one line of JSON, where that is switched on: what it was and what it cost. Nothing of its user, its
 * address or its contents, and only ids that were proven.
 */
function logRequest({ settings, trace }: Tools, { requestId, projectId, endpoint, status }: RequestOutcome): void {
  if (!settings.logsRequests) return;
  console.log(
    JSON.stringify({
      message: "request",
      request_id: requestId,
      project_id: projectId,
      endpoint,
      status,
      round_trips: trace.d1,
      rows_read: trace.rowsRead,
      rows_written: trace.rowsWritten,
    }),
  );
}
