import { actorFrom, type FixedKeyId } from "../../db/audit/actor";
import { keyIsUsable, keySetIdOf } from "../../db/projects/internal-keys/queries";
import { type ConfiguredProject, lastReadProject } from "../../db/projects/project";
import { isConfiguredAs } from "../../db/projects/queries";
import { ifSessionLives } from "../../db/sessions/queries";
import { mayAct } from "../../db/users/queries";
import { allOf, type Id } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import { type Endpoint, refusesRestricted } from "../../protocol/endpoint";
import type { TierClaim } from "../../protocol/request-headers";
import type { AssumedCaller, Claims } from "./caller";
import { wasProvenLately } from "./proven-keys";
import { boundsOfLiveSession } from "./session-policy";

type KnownClaims = Omit<Claims, "assume" | "provenLately" | "provenProjectId" | "foundOwner"> & TierClaim;

/**
 * The caller whom credentials claim, for writes that travel with what proves them. Undefined where a condition cannot tell:
 * in a project that this isolate has not seen yet, and for owners.
 *
 * @param isConfiguredKey whether the key is one of the settings, which is no row
 * @param endpoint says whether a client's session may impersonate its user, and the user be kept from full use
 */
export function assumeCaller(
  { db, settings, sender }: Tools,
  claims: KnownClaims,
  isConfiguredKey: boolean,
  endpoint: Pick<Endpoint, "takesImpersonation" | "errors">,
): AssumedCaller | undefined {
  const { projectId, tier, userId, sessionId, keyHash, hasHostedPagesKey } = claims;
  const project = lastProjectOf(claims, settings);
  if (!project) return undefined;
  const isKeyless = letsIn(project, claims);
  const key = keyHash === undefined ? undefined : { projectId, tier, keyHash, now: Date.now() };
  const isFixedKey = isKeyless || isConfiguredKey || (hasHostedPagesKey && project.config.hostedPages.enabled);
  if (!isFixedKey && !key) return undefined;
  const isOwn = tier === "client" && !endpoint.takesImpersonation;
  const user = { isAnonymous: claims.isAnonymous, refusesRestricted: tier === "client" && refusesRestricted(endpoint) };
  const conditions = [
    isConfiguredAs(project),
    ...(isFixedKey || !key ? [] : [keyIsUsable(db, key)]),
    ...(userId ? [mayAct(db, { projectId, userId }, user)] : []),
    ...(userId && sessionId
      ? [ifSessionLives(db, { projectId, userId, sessionId, isOwn, ...boundsOfLiveSession(project) })]
      : []),
  ];
  return {
    tier,
    project,
    user: userId ? { id: userId } : null,
    sessionId: userId ? sessionId : null,
    actor: actorFrom<Id | null>(
      sender,
      tier === "client" && userId
        ? { type: "user", id: userId, sessionId, impersonatedIn: claims.isImpersonation ? projectId : null }
        : { type: "key", id: fixedKeyId(claims, isConfiguredKey) ?? (key ? keySetIdOf(db, key) : null) },
    ),
    isAdmitted: allOf(...conditions),
  };
}

/**
 * Finds the project of a request whose key this isolate saw proven a moment ago, or whose key is one of the settings. It returns
 * undefined where it cannot tell, and for owners. A key that was revoked since passes too, so nothing may be read, written or
 * allowed because of the result.
 */
export function projectProvenLately(
  { settings }: Pick<Tools, "settings">,
  claims: KnownClaims,
  isConfiguredKey: boolean,
): ConfiguredProject | undefined {
  const { projectId, tier, keyHash, hasHostedPagesKey } = claims;
  const project = lastProjectOf(claims, settings);
  if (!project) return undefined;
  const isProven = hasHostedPagesKey
    ? project.config.hostedPages.enabled
    : letsIn(project, claims) ||
      isConfiguredKey ||
      (keyHash !== undefined && wasProvenLately({ projectId, tier, keyHash }));
  return isProven ? project : undefined;
}

/** The claimed project as this isolate last read it; undefined for credentials that need more than a key to be proven. */
function lastProjectOf(
  { projectId, owner, actingOwner, credentials: { workflowToken, branchId } }: KnownClaims,
  settings: Tools["settings"],
): ConfiguredProject | undefined {
  if (owner || actingOwner || workflowToken || branchId !== "main") return undefined;
  return lastReadProject(projectId, settings);
}

/** Tells whether a client may come without the key that it has not sent. */
function letsIn({ config }: ConfiguredProject, { isKeyless }: KnownClaims): boolean {
  return isKeyless && !config.project.requirePublishableClientKey;
}

function fixedKeyId({ hasHostedPagesKey, isKeyless }: KnownClaims, isConfiguredKey: boolean): FixedKeyId | undefined {
  if (isKeyless) return "keyless";
  if (hasHostedPagesKey) return "hosted-pages";
  return isConfiguredKey ? "configured" : undefined;
}
