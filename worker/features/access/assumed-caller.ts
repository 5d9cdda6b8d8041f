import { actorFrom } from "../../db/audit/actor";
import { keyIsUsable, keySetIdOf } from "../../db/projects/internal-keys/queries";
import { lastReadProject } from "../../db/projects/project";
import { isConfiguredAs } from "../../db/projects/queries";
import { mayAct } from "../../db/users/queries";
import { allOf, type Id } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import type { TierClaim } from "../../protocol/request-headers";
import type { AssumedCaller, Claims } from "./caller";

type KnownClaims = Omit<Claims, "assume" | "provenProjectId"> & TierClaim;

/**
 * The caller whom credentials claim, for writes that travel with what proves them. Undefined where a condition cannot tell:
 * in a project that this isolate has not seen yet, and for owners.
 *
 * @param isConfiguredKey whether the key is one of the settings, which is no row
 */
export function assumeCaller(
  { db, settings, sender }: Tools,
  claims: KnownClaims,
  isConfiguredKey: boolean,
): AssumedCaller | undefined {
  const { projectId, tier, credentials, userId, sessionId, keyHash, hasHostedPagesKey } = claims;
  if (claims.owner || claims.actingOwner || credentials.workflowToken || credentials.branchId !== "main")
    return undefined;
  const project = lastReadProject(projectId, settings);
  if (!project) return undefined;
  const key = keyHash === undefined ? undefined : { projectId, tier, keyHash, now: Date.now() };
  const isFixedKey = isConfiguredKey || (hasHostedPagesKey && project.config.hostedPages.enabled);
  if (!isFixedKey && !key) return undefined;
  const conditions = [
    isConfiguredAs(project),
    ...(isFixedKey || !key ? [] : [keyIsUsable(db, key)]),
    ...(userId ? [mayAct(db, { projectId, userId }, claims)] : []),
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

function fixedKeyId({ hasHostedPagesKey }: KnownClaims, isConfiguredKey: boolean) {
  if (hasHostedPagesKey) return "hosted-pages";
  return isConfiguredKey ? "configured" : undefined;
}
