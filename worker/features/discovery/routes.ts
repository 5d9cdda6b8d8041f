import * as z from "zod";
import { fromEdge } from "../../platform/edge-cache";
import { shortText } from "../../protocol/fields";
import type { AppRouter, Caller } from "../access";
import { builtFor } from "./built-for";
import * as contract from "./contract";

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

type VersionAdvice = { upToDate: true } | { upToDate: false; error: string; severe: boolean };

/** Compares a client's semantic version (semver.org 2.0.0) with the server's and returns what its user should do. */
function compareWithServer(client: string, server: string): VersionAdvice {
  const update =
    "Please update to the latest version as soon as possible to ensure that you get the latest feature and security updates.";
  const parsed = parse(client);
  const current = parse(server);
  if (!parsed || !current) {
    return outdated(true, `The client version you specified (v${client}) is not a valid semver version. ${update}`);
  }
  if (client === server) return { upToDate: true };
  const versions = `v${client}; the current version is v${server}`;
  if (parsed.major !== current.major || parsed.minor !== current.minor) {
    return outdated(true, `Your version of Gatehouse is severely outdated (${versions}). ${update}`);
  }
  if (parsed.patch < current.patch) {
    return outdated(false, `You are running an outdated version of Gatehouse (${versions}). ${update}`);
  }
  if (parsed.patch > current.patch) {
    return outdated(
      false,
      `You are running a version of Gatehouse that is newer than the newest known version (v${client} > v${server}).`,
    );
  }
  return outdated(true, `Your version of Gatehouse differs from the current one (${versions}). ${update}`);
}

function outdated(severe: boolean, error: string): VersionAdvice {
  return { upToDate: false, error, severe };
}

function parse(version: string) {
  const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
  const [, major, minor, patch] = pattern.exec(version) ?? [];
  return major && minor && patch ? { major: Number(major), minor: Number(minor), patch: Number(patch) } : null;
}

/** The OpenAPI document as JSON. It is built ahead of the Worker, since the texts are long and change only with a release. */
async function openApiText(assets: Fetcher, { apiUrl, webUrl }: typeof builtFor): Promise<string> {
  const document = await assetOf(assets, apiUrl, "openapi.json");
  const text = await document.text();
  return text.replaceAll(builtFor.apiUrl, apiUrl).replaceAll(builtFor.webUrl, webUrl);
}

/**
 * The page of the API reference, which is built ahead of the Worker. It may load scripts and send requests to this origin
 * alone; Scalar writes its styles into the page.
 */
async function referencePage(assets: Fetcher, { apiUrl, webUrl }: typeof builtFor): Promise<Response> {
  const page = await assetOf(assets, apiUrl, "index.html");
  const linked = new HTMLRewriter()
    .on("a[data-site]", { element: (link) => void link.setAttribute("href", webUrl) })
    .transform(page);
  return new Response(linked.body, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": contentPolicy(apiUrl) },
  });
}

/** @throws Error when the assets were not built */
async function assetOf(assets: Fetcher, apiUrl: string, name: string): Promise<Response> {
  const asset = await assets.fetch(`${apiUrl}/reference/${name}`);
  if (!asset.ok) throw new Error(`reference/${name} is not among the assets: ${asset.status}`);
  return asset;
}

/** `apiUrl` is the page's own origin, unless it was opened by another name of the same server. */
function contentPolicy(apiUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
