import { type Actor, actorFrom, type FixedKeyId, type Impersonator } from "../../db/audit/actor";
import { selectImpersonator } from "../../db/audit/queries";
import { projectIdOfOwner, selectOwner } from "../../db/memberships/queries";
import { resealConfig, updateOwnerTeam } from "../../db/projects/changes";
import { projectIdOfKey, selectUsableKey } from "../../db/projects/internal-keys/queries";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { type OwnSession, selectOwnSession } from "../../db/sessions/queries";
import { readUser, selectUser } from "../../db/users/queries";
import {
  batchByName,
  batchesByName,
  type Database,
  type Id,
  isBatchRefused,
  noId,
  type Results,
  refuseUnless,
} from "../../platform/database";
import type { Settings } from "../../platform/env";
import { limitClientWrite, limitRequest } from "../../platform/rate-limits";
import { isSealedBefore } from "../../platform/sealing";
import { equalSecrets, hashSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { Authentication } from "../../protocol/authentication";
import type { CommonError } from "../../protocol/common-errors";
import type { CredentialChange, CredentialChangeError } from "../../protocol/credential-changes";
import type { Failing } from "../../protocol/failing";
import type { Deferring, Found, Statements, Write } from "../../protocol/handler";
import { type RequestCredentials, readCredentials, type TierClaim } from "../../protocol/request-headers";
import type { Tier } from "../../protocol/tiers";
import { assumeCaller, projectProvenLately } from "./assumed-caller";
import type { ActingOwner, Caller, Claims, FoundOwner, OwnerClaim } from "./caller";
import { ownerIsGone } from "./contract";
import { actsByAccessToken, requireLiveSession, requireOwnSession } from "./credential-change";
import { isHostedPagesKey } from "./hosted-pages-key";
import { noteProven, wasProvenLately } from "./proven-keys";
import { requireRecentProof } from "./reauthentication";
import { readOwnerToken, readUserToken } from "./tokens";

/** Authenticates by the tokens first, which need no storage, then by one round trip for everything else. */
export const authentication: Authentication<Tools, Claims, Caller, typeof ownerIsGone> = {
  errors: [ownerIsGone],

  rateLimit: (name, tools, caller) => limitRequest(tools, name, caller?.project),

  limitClientWrite,

  async readClaims(claim, tools, endpoint) {
    const user = await readUserToken(tools, claim, endpoint);
    const owner = await readOwnerToken(tools, claim);
    const key = keyOf(claim.credentials, claim.tier);
    const hasHostedPagesKey = await isHostedPagesKey(tools.settings, claim, key);
    const keyHash = key && !hasHostedPagesKey ? await hashSecret(key) : undefined;
    const proof = { owner, keyHash, hasHostedPagesKey };
    const actsAsOwner = endpoint.acceptsOwner && !claim.credentials.accessToken && owner && "userId" in owner;
    const acting = actsAsOwner ? { actingOwner: owner } : {};
    const known = { ...claim, ...user, ...acting, ...proof };
    const isConfigured = isConfiguredKey(claim, key, tools.settings);
    const foundOwner = await findOwnerApart(tools, claim, owner);
    return {
      ...known,
      foundOwner,
      provenProjectId: provenProjectId(tools, claim, { ...proof, key, foundOwner }),
      assume: () => assumeCaller(tools, known, isConfigured, endpoint.takesImpersonation === true),
      provenLately: () => projectProvenLately(tools, known, isConfigured),
    };
  },

  async loadCaller<S extends Statements>(
    claims: Claims,
    tools: Tools & Deferring & Failing<CommonError | typeof ownerIsGone | CredentialChangeError>,
    statements: S,
    {
      change,
      write,
      needsLiveSession = false,
      refusesImpersonation = false,
    }: {
      change?: CredentialChange | undefined;
      write?: Write | undefined;
      needsLiveSession?: boolean;
      refusesImpersonation?: boolean;
    } = {},
  ) {
    const { db, firstDb, settings, fail, defer } = tools;
    const { projectId, tier, userId, sessionId, owner, keyHash, foundOwner } = claims;
    const isChange = change && actsByAccessToken(change, claims);
    const key = keyOf(claims.credentials, tier);
    const own = {
      callerProject: selectProject(db, { projectId }),
      ...(userId && { callerUser: selectUser(db, { projectId, userId }) }),
      ...(needsLiveSession &&
        userId &&
        sessionId && { callerSession: selectOwnSession(db, { projectId, userId, sessionId }) }),
      ...(keyHash && { callerKey: selectUsableKey(db, { projectId, tier, keyHash, now: Date.now() }) }),
    };
    const ofOwner = {
      ...(owner && "userId" in owner && !foundOwner && selectOwnerOf(firstDb, projectId, owner)),
      ...(claims.actingOwner && selectActingOwner(firstDb, claims.actingOwner)),
    };
    const reads = { ...own, ...statements };
    const isWritable = write && !isChange;
    const written = isWritable ? await readAndWrite(db, reads, { claims, write }) : undefined;
    const results =
      written?.results ?? (await batchesByName({ db, statements: reads }, { db: firstDb, statements: ofOwner }));
    const rows = { ...foundOwner, ...results } as unknown as Results<
      typeof own & Partial<ReturnType<typeof selectOwnerOf> & ReturnType<typeof selectActingOwner>>
    >;

    const [projectRow] = rows.callerProject;
    if (!projectRow) return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: projectId });
    const project = readProject(projectRow, settings);
    const isUsable = claims.hasHostedPagesKey
      ? project.config.hostedPages.enabled
      : Boolean(rows.callerKey?.length) || isConfiguredKey(claims, key, settings);
    if (owner) checkOwner(tools, owner, rows.callerOwner?.[0], rows.callerOwnerSession?.[0]);
    else checkTierKey(tools, claims, key, isUsable);
    if (keyHash && rows.callerKey?.length) noteProven({ projectId, tier, keyHash });
    const { branchId } = claims.credentials;
    if (branchId !== "main") return fail("BRANCH_DOES_NOT_EXIST", { branch_id: branchId });

    const userRow = rows.callerUser?.[0];
    const user = userRow ? readUser(userRow) : null;
    // A token from before its user signed up may have leaked. Clients whose session still exists refresh it; those of a
    // restricted user find that it is gone, and sign out.
    if (user && (user.restrictedAt !== null || (claims.isAnonymous && !user.isAnonymous))) {
      return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    }
    if (needsLiveSession && user) {
      const isOwnOnly = isChange || (refusesImpersonation && tier === "client");
      const session = (isOwnOnly ? requireOwnSession : requireLiveSession)({ fail }, project, rows.callerSession?.[0]);
      if (isChange && !change.isProof) requireRecentProof({ fail }, project, user, session);
    }
    if (await isSealedBefore(settings.serverSecrets, projectRow.configSeal)) {
      defer(async () => db.batch(await resealConfig(db, settings.serverSecrets, projectRow)));
    }
    const ownerTeamId = foundOwner?.callerOwner[0]?.teamId;
    // A transfer that was killed halfway has left the team of before.
    if (ownerTeamId && ownerTeamId !== project.ownerTeamId) {
      defer(() => db.batch([updateOwnerTeam(db, { projectId, ownerTeamId })]));
    }
    const caller: Caller = {
      tier,
      project,
      user,
      sessionId: user ? claims.sessionId : null,
      owner: readActingOwner(tools, rows),
      actor: actorOf(tools, claims, {
        user,
        keySetId: rows.callerKey?.[0]?.id,
        impersonator: foundOwner?.ownersImpersonator?.[0],
      }),
    };
    return { caller, found: results as unknown as Found<S>, results: written?.ofWrites };
  },
};

/** Reads and writes in one transaction, which fails unless the caller is admitted; undefined when it has, and nothing is written. */
async function readAndWrite<R extends Statements>(
  db: Database,
  reads: R,
  { claims, write }: { claims: Claims; write: Write },
): Promise<{ results: Results<R>; ofWrites: readonly unknown[] } | undefined> {
  const assumed = claims.assume();
  if (!assumed) return undefined;
  const writes = Object.fromEntries(write.statements.map((statement, index) => [`write ${index}`, statement]));
  const admission = refuseUnless(db, assumed.isAdmitted);
  try {
    const results = (await batchByName(db, { ...reads, admission, ...writes } as Statements)) as Record<
      string,
      unknown
    >;
    return { results: results as Results<R>, ofWrites: Object.keys(writes).map((name) => results[name]) };
  } catch (error) {
    if (isBatchRefused(error)) return undefined;
    throw error;
  }
}

/** What an owner of a project is read from: their user with the team by which they own it, and their session. */
function selectOwnerOf(firstDb: Database, projectId: string, { userId, sessionId }: OwnerClaim) {
  return {
    callerOwner: selectOwner(firstDb, { projectId, userId }),
    callerOwnerSession: selectOwnSession(firstDb, { projectId: "internal", userId, sessionId }),
  };
}

/**
 * Finds the owner of a project whose database is not that of its owners. What is read beside the caller depends on whether the
 * owner may read it, and no statement of the project's database can tell. It takes one more round trip, for owners only.
 */
async function findOwnerApart(
  { db, firstDb }: Pick<Tools, "db" | "firstDb">,
  { projectId }: TierClaim,
  owner: Claims["owner"],
): Promise<FoundOwner | undefined> {
  if (db === firstDb || !owner || !("userId" in owner)) return undefined;
  const { sessionId, isImpersonation } = owner;
  return await batchByName(firstDb, {
    ...selectOwnerOf(firstDb, projectId, owner),
    // The statements of the project's own database cannot find who it is.
    ...(isImpersonation && { ownersImpersonator: selectImpersonator(firstDb, { projectId: "internal", sessionId }) }),
  });
}

/** What an owner who acts on another project is read from: their user, their session, and the rules of their project. */
function selectActingOwner(db: Database, { userId, sessionId }: NonNullable<Claims["actingOwner"]>) {
  const internal = { projectId: "internal", userId };
  return {
    ownerProject: selectProject(db, internal),
    ownerUser: selectUser(db, internal),
    ownerSession: selectOwnSession(db, { ...internal, sessionId }),
  };
}

/** The owner, unless the request has none or their user is gone. Their session is checked by the rules of their project. */
function readActingOwner(
  { settings, fail }: Pick<Tools, "settings"> & Failing<CredentialChangeError>,
  { ownerProject, ownerUser, ownerSession }: Partial<Results<ReturnType<typeof selectActingOwner>>>,
): ActingOwner | null {
  if (!ownerProject?.[0] || !ownerUser?.[0]) return null;
  const [project, user] = [readProject(ownerProject[0], settings), readUser(ownerUser[0])];
  requireRecentProof({ fail }, project, user, requireOwnSession({ fail }, project, ownerSession?.[0]));
  return { project, user };
}

/**
 * Who acts: an owner, or at the client tier the signed-in user, otherwise the holder of the key. A server is responsible
 * for what it does with a user's token.
 */
function actorOf(
  { sender }: Pick<Tools, "sender">,
  { projectId, tier, owner, sessionId, isImpersonation, hasHostedPagesKey }: Claims,
  {
    user,
    keySetId,
    impersonator,
  }: { user: Caller["user"]; keySetId: string | undefined; impersonator: Impersonator | undefined },
): Actor {
  if (owner && "userId" in owner) {
    const impersonatedIn = owner.isImpersonation ? "internal" : null;
    const one = { type: "owner", id: owner.userId, sessionId: owner.sessionId, impersonatedIn } as const;
    return actorFrom(sender, { ...one, ...(impersonator && { impersonator }) });
  }
  if (tier === "client" && user) {
    return actorFrom(sender, {
      type: "user",
      id: user.id,
      sessionId,
      impersonatedIn: isImpersonation ? projectId : null,
    });
  }
  const fixed: FixedKeyId = hasHostedPagesKey ? "hosted-pages" : "configured";
  return actorFrom(sender, { type: "key", id: keySetId ?? fixed });
}

/** The id of the claimed project for statements that run beside those which prove the caller. */
function provenProjectId(
  { db, settings }: Tools,
  claim: TierClaim,
  {
    owner,
    key,
    keyHash,
    hasHostedPagesKey,
    foundOwner,
  }: Pick<Claims, "owner" | "keyHash" | "hasHostedPagesKey" | "foundOwner"> & { key: string | undefined },
): Id {
  const { projectId, tier } = claim;
  if (foundOwner) return foundOwner.callerOwner[0]?.teamId ? projectId : noId;
  if (owner) return "userId" in owner ? projectIdOfOwner(db, { projectId, userId: owner.userId }) : noId;
  if (hasHostedPagesKey || isConfiguredKey(claim, key, settings)) return projectId;
  return keyHash ? projectIdOfKey({ projectId, tier, keyHash, now: Date.now() }) : noId;
}

/** Whether a request has a key that this isolate has lately seen proven for a server of its project. Nothing is read. */
export async function isProvenServer(headers: Headers): Promise<boolean> {
  const credentials = readCredentials(headers);
  const { accessType: tier, projectId } = credentials;
  if (!projectId || (tier !== "server" && tier !== "admin")) return false;
  const key = keyOf(credentials, tier);
  return key !== undefined && wasProvenLately({ projectId, tier, keyHash: await hashSecret(key) });
}

/** Only the key of the claimed tier counts: a server key on a client request proves nothing. */
function keyOf(credentials: RequestCredentials, tier: Tier): string | undefined {
  const keys: Record<Tier, string | undefined> = {
    client: credentials.publishableClientKey,
    server: credentials.secretServerKey,
    admin: credentials.superSecretAdminKey,
  };
  return keys[tier];
}

/** The internal project's own keys come with the Worker's settings, so that a fresh instance has some. */
export function isConfiguredKey(
  { projectId, tier }: { projectId: string; tier: Tier },
  key: string | undefined,
  { internalKeys }: Settings,
): boolean {
  if (projectId !== "internal" || !key) return false;
  const keys: Record<Tier, string> = {
    client: internalKeys.publishableClientKey,
    server: internalKeys.secretServerKey,
    admin: internalKeys.superSecretAdminKey,
  };
  return equalSecrets(key, keys[tier]);
}

/** An owner's token ends with its session: what an owner does, such as making keys, may last for years. */
function checkOwner(
  { fail }: Failing<CommonError | typeof ownerIsGone>,
  owner: NonNullable<Claims["owner"]>,
  found: { teamId: string | null } | undefined,
  session: OwnSession | undefined,
): void {
  if ("refuse" in owner) owner.refuse();
  else if (!found) fail(ownerIsGone);
  else if (!session || session.expiresAt <= Date.now()) fail("ADMIN_ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  else if (!found.teamId) fail("ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN");
}

const missingKey = {
  client: "CLIENT_AUTHENTICATION_REQUIRED",
  server: "SERVER_AUTHENTICATION_REQUIRED",
  admin: "ADMIN_AUTHENTICATION_REQUIRED",
} as const;

const invalidKey = {
  client: "INVALID_PUBLISHABLE_CLIENT_KEY",
  server: "INVALID_SECRET_SERVER_KEY",
  admin: "INVALID_SUPER_SECRET_ADMIN_KEY",
} as const;

function checkTierKey(
  { fail }: Failing<CommonError>,
  { tier, projectId, credentials }: Claims,
  key: string | undefined,
  isUsable: boolean,
): void {
  // This product has no workflows, so no such token exists.
  if (credentials.workflowToken) fail(tier === "admin" ? missingKey.admin : "WORKFLOW_TOKEN_DOES_NOT_EXIST");
  if (!key) fail(missingKey[tier]);
  if (!isUsable) fail(invalidKey[tier], { project_id: projectId });
}
