import type { Actor } from "../../db/audit/actor";
import { selectImpersonator } from "../../db/audit/queries";
import type { Database } from "../../platform/database";
import type { ReadRules } from "../../platform/tools";
import type { EndpointSpec, Method } from "../../protocol/endpoint";
import { bookmarkHeader, readAccessType, readClientVersion } from "../../protocol/request-headers";

export { authentication, isConfiguredKey, isProvenServer } from "./authentication";
export type { ActingOwner, AppRouter, AssumedCaller, Caller } from "./caller";
export { requireOwnSession, requireRecentProof, requireSignUpFor } from "./credential-change";
export { hostedPagesKey, isHostedPagesKey } from "./hosted-pages-key";
export { noteHourly } from "./key-uses";
export { endOfNewSession, isSessionLive, isUseDue } from "./session-policy";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";

/**
 * Names who impersonates an owner, for statements that are sent to another database than the first. Those statements cannot find
 * who impersonates a user of the internal project. It takes one round trip where the owner is impersonated.
 */
export async function withImpersonator(firstDb: Database, actor: Actor): Promise<Actor> {
  const { impersonatedIn, impersonator, sessionId } = actor;
  if (impersonatedIn === null || impersonator || sessionId === null) return actor;
  const [[found]] = await firstDb.batch([selectImpersonator(firstDb, { projectId: impersonatedIn, sessionId })]);
  return found ? { ...actor, impersonator: found } : actor;
}

/** The package that keeps bookmarks and sends them back. */
const kit = "@gatehouse/kit";

/**
 * Decides where a request reads from. A replica is mostly less than a second behind the primary, so only plain reads of clients
 * use it. What decides whether something may change is never read from a replica.
 */
export function readRulesOf(
  { method, headers, body }: Pick<Request, "method" | "headers" | "body">,
  endpoint: EndpointSpec & { method: Method },
): ReadRules {
  const accessType = readAccessType(headers);
  const isClient = accessType === "client";
  const takesBookmarks = headers.has(bookmarkHeader) || readClientVersion(headers)?.packageName === kit;
  // What is handled twice, once the primary has to confirm a refusal, may neither be counted nor have a body.
  const isPlainRead = method === "GET" && !body && !endpoint.limit && !endpoint.changesCredentials;
  return {
    from: isPlainRead && (isClient || !accessType) ? fromOf(endpoint, isClient) : "primary",
    wantsBookmark: isClient && takesBookmarks,
  };
}

function fromOf({ readsAnywhere }: EndpointSpec, isClient: boolean): ReadRules["from"] {
  if (readsAnywhere) return "anywhere";
  return isClient ? "bookmark" : "primary";
}
