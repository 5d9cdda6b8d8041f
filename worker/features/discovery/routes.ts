import * as z from "zod";
import { fromEdge } from "../../platform/edge-cache";
import { shortText } from "../../protocol/fields";
import type { AppRouter, Caller } from "../access";
import { compareWithServer } from "./client-version";
import * as contract from "./contract";
import { openApiText, referencePage } from "./reference-page";

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

  // The reference changes only with a release.
  const cacheControl = "public, max-age=300";
  const cached = { cacheControl, seconds: 24 * 60 * 60 };

  router.route(contract.readOpenApi, ({ assets, settings, version, defer }) =>
    fromEdge({ ...cached, ...settings, defer, key: `${version}/openapi.json` }, async () => {
      const headers = { "Content-Type": "application/json", ETag: `"${version}"` };
      return new Response(await openApiText(assets, settings), { headers });
    }),
  );

  router.route(contract.readReference, async ({ assets, settings }) => {
    const page = await referencePage(assets, settings);
    page.headers.set("Cache-Control", cacheControl);
    return page;
  });
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
