import { type AppRouter, authentication, isProvenServer, readRulesOf } from "./features/access";
import { queueAnnounced } from "./features/webhooks";
import { isStorageFull } from "./platform/database";
import { logRequest } from "./platform/request-log";
import { newRequestId } from "./platform/secrets";
import { costOf, openRequestTools } from "./platform/tools";
import { Router } from "./protocol/router";

/** A router without endpoints, with what all of them have in common. */
export function newRouter(): AppRouter {
  return new Router(authentication, {
    open: ({ env, req }, endpoint) => openRequestTools(env, req.raw, endpoint && readRulesOf(req.raw, endpoint)),
    readsAgain: ({ reads }) => reads.turnToPrimary(),
    bookmark: ({ reads }) => reads.bookmark(),
    isStorageFull,
    cost: costOf,
    begin: ({ turn }, { headers }) => turn.begin(() => isProvenServer(headers)),
    log: (tools, outcome) => {
      tools.turn.end(outcome.projectId, tools);
      logRequest(tools, outcome);
    },
    followUp: (tools) => queueAnnounced(tools),
    newRequestId,
    unknownPathText: (context, { settings }) =>
      `404 — this page does not exist in Gatehouse's API.\n\nPlease see the API reference at ${settings.apiUrl}/api/v1/docs, or visit the dashboard at ${settings.webUrl}.\n\nURL: ${context.req.url}`,
  });
}
