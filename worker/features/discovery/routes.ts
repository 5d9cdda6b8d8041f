import * as z from "zod";
import { shortText } from "../../protocol/fields";
import type { AppRouter, Caller } from "../access";
import { apiDocument } from "./api-document";
import { compareWithServer } from "./client-version";
import * as contract from "./contract";
import { referencePage } from "./reference-page";

/** The client version whose wire this server implements. */
const serverVersion = "2.8.41";

export function discoveryRoutes(router: AppRouter) {
  router.route(contract.readRoot, ({ caller }) => welcome(caller));

  router.route(contract.checkVersion, ({ body }) => compareWithServer(body.clientVersion, serverVersion));

  router.route(
    contract.checkFeatureSupport,
    ({ body }) =>
      `${featureNameIn(body) ?? "This feature"} is not yet supported. Please reach out to Gatehouse support for more information.`,
  );

  router.route(contract.readOpenApi, async ({ settings }) =>
    cacheable(Response.json(await apiDocument(router.endpoints, settings))),
  );

  router.route(contract.readReference, async ({ assets, settings }) =>
    cacheable(await referencePage(assets, settings)),
  );
}

function welcome(caller: Caller | null): string {
  const lines = caller
    ? [
        `Authentication: ${caller.tier}`,
        `  Project: ${caller.project.id}`,
        `  User: ${caller.user ? (caller.user.primaryEmail ?? caller.user.id) : "None"}`,
      ]
    : ["Authentication: None"];
  return ["Welcome to the Gatehouse API! The reference is at /api/v1/docs.", "", ...lines].join("\n");
}

function featureNameIn(body: unknown): string | undefined {
  const named = z.object({ feature_name: shortText }).safeParse(body);
  return named.success ? named.data.feature_name : undefined;
}

/** The reference changes only with a release. */
function cacheable(response: Response): Response {
  response.headers.set("Cache-Control", "public, max-age=300");
  return response;
}
