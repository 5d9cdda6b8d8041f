import { type Actor, actorFrom, type FixedKeyId, type Impersonator } from "../../db/audit/actor";
import { selectImpersonator } from "../../db/audit/queries";
import { projectIdOfOwner, selectOwner } from "../../db/memberships/queries";
import { resealConfig, updateOwnerTeam } from "../../db/projects/changes";
import { projectIdOfKey, selectUsableKey } from "../../db/projects/internal-keys/queries";
import { lastReadProject, type Project, readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { selectOwnSession } from "../../db/sessions/queries";
import { readUser, selectUser, type User } from "../../db/users/queries";
import { restrictedTypeOf } from "../../db/users/restriction";
import {
  batchByName,
  batchesByName,
  type Condition,
  type Database,
  type Id,
  isBatchRefused,
  noId,
  type Results,
  refuseUnless,
  type Statement,
} from "../../platform/database";
import type { Settings } from "../../platform/env";
import { limitClientWrite, limitRequest } from "../../platform/rate-limits";
import { isSealedBefore } from "../../platform/sealing";
import { equalSecrets, hashSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { Authentication, Loading } from "../../protocol/authentication";
import type { CommonError } from "../../protocol/common-errors";
import type { CredentialChangeError } from "../../protocol/credential-changes";
import type { Failing } from "../../protocol/failing";
import type { Deferring, Statements, Write } from "../../protocol/handler";
import { knows } from "../../protocol/official-clients";
import { type RequestCredentials, readCredentials, type TierClaim } from "../../protocol/request-headers";
import type { Tier } from "../../protocol/tiers";
import { assumeCaller, projectProvenLately } from "./assumed-caller";
import type { ActingOwner, Caller, Claims, FoundOwner, OwnerClaim } from "./caller";
import { ownerIsGone } from "./contract";
import { actsByAccessToken, requireLiveSession, requireOwnSession, requireRecentProof } from "./credential-change";
import { isHostedPagesKey } from "./hosted-pages-key";
import { noteKeyUse } from "./key-uses";
import { noteProven, wasProvenLately } from "./proven-keys";
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
    const isKeyless = !owner && !key && (await isKeylessClient(tools, claim));
    const proof = { owner, keyHash, hasHostedPagesKey, isKeyless };
    const actsAsOwner = endpoint.acceptsOwner && !claim.credentials.accessToken && owner && "userId" in owner;
    const acting = actsAsOwner ? { actingOwner: owner } : {};
    const known = { ...claim, ...user, ...acting, ...proof };
    const isConfigured = isConfiguredKey(claim, key, tools.settings);
    const foundOwner = await findOwnerApart(tools, claim, owner);
    return {
      ...known,
      foundOwner,
      provenProjectId: provenProjectId(tools, claim, { ...proof, key, foundOwner }),
      assume: () => assumeCaller(tools, known, isConfigured, endpoint),
      provenLately: () => projectProvenLately(tools, known, isConfigured),
    };
  },

  async loadCaller(claims, tools, statements, loading = {}) {
    const { rows, found, results } = await selectCaller(tools, claims, statements, loading);
    const caller = admitCaller(tools, claims, rows, loading);
    const [keySet] = rows.keySet ?? [];
    if (keySet) noteKeyUse(tools, claims, keySet);
    await repairProject(tools, claims, caller, rows);
    return { caller, found, results };
  },
};

type CallerTools = Tools &
  Failing<CommonError | typeof ownerIsGone | CredentialChangeError | "RESTRICTED_USER_NOT_ALLOWED">;

type CallerRows = Awaited<ReturnType<typeof selectCaller>>["rows"];

/** Reads what is stored of the caller and what the endpoint reads first, and writes what it writes if they will be admitted. */
async function selectCaller<S extends Statements>(
  { db, firstDb }: Tools,
  claims: Claims,
  statements: S,
  { change, write, needsLiveSession }: Loading,
) {
  const { projectId, tier, userId, sessionId, owner: claimed, actingOwner, keyHash, foundOwner } = claims;
  const own = {
    project: selectProject(db, { projectId }),
    ...(userId && { user: selectUser(db, { projectId, userId }) }),
    ...(needsLiveSession && userId && sessionId && { session: selectOwnSession(db, { projectId, userId, sessionId }) }),
    ...(keyHash && { keySet: selectUsableKey(db, { projectId, tier, keyHash, now: Date.now() }) }),
  };
  const reads = [
    { db, statements: own },
    { db, statements },
  ] as const;
  const ofOwner: Partial<ReturnType<typeof selectOwnerOf>> =
    claimed && "userId" in claimed && !foundOwner ? selectOwnerOf(firstDb, projectId, claimed) : {};
  const ofActing: Partial<ReturnType<typeof selectActingOwner>> = actingOwner
    ? selectActingOwner(firstDb, actingOwner)
    : {};

  const assumed = write && !(change && actsByAccessToken(change, claims)) ? claims.assume() : undefined;
  const written = assumed && write && (await sendWrite(db, reads, { isAdmitted: assumed.isAdmitted, write }));
  if (written) {
    const [rows, found, , results] = written;
    return { rows: { ...rows, ...noOwner }, found, results: Object.values(results) };
  }
  const [rows, found, owners, acting] = await batchesByName(
    ...reads,
    { db: firstDb, statements: ofOwner },
    { db: firstDb, statements: ofActing },
  );
  const owner: OwnerRows = { owner: foundOwner ?? owners, acting };
  return { rows: { ...rows, ...owner }, found };
}

/** What was found of an owner of the project, and of one who acts on it. */
interface OwnerRows {
  owner: Partial<FoundOwner>;
  acting: Partial<Results<ReturnType<typeof selectActingOwner>>>;
}

const noOwner: OwnerRows = { owner: {}, acting: {} };

/** Refuses a caller who is not who they claim to be, or may not request this. The first error is that of the wire's order. */
function admitCaller(tools: CallerTools, claims: Claims, rows: CallerRows, loading: Loading): Caller {
  const { fail } = tools;
  const { projectId, tier, owner, keyHash } = claims;
  const [projectRow] = rows.project;
  if (!projectRow) return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: projectId });
  const project = readProject(projectRow, tools);
  const keySet = rows.keySet?.[0];
  if (owner) checkOwner(tools, owner, rows.owner);
  else checkTierKey(tools, claims, project, keySet !== undefined);
  if (keyHash && keySet) noteProven({ projectId, tier, keyHash });
  const { branchId } = claims.credentials;
  if (branchId !== "main") return fail("BRANCH_DOES_NOT_EXIST", { branch_id: branchId });
  const user = admitUser(tools, claims, project, rows, loading);
  return {
    tier,
    project,
    user,
    sessionId: user ? claims.sessionId : null,
    owner: readActingOwner(tools, rows.acting),
    actor: actorOf(tools, claims, { user, keySetId: keySet?.id, impersonator: rows.owner.impersonator?.[0] }),
  };
}

/** The user of the access token; null without a token, or where the user is gone. */
function admitUser(
  { fail }: CallerTools,
  claims: Claims,
  project: Project,
  rows: CallerRows,
  { change, needsLiveSession, refusesImpersonation, refusesRestricted }: Loading,
): User | null {
  const row = rows.user?.[0];
  if (!row) return null;
  const user = readUser(row);
  // A token from before its user signed up may have leaked. Clients whose session still exists refresh it; those of a
  // suspended user find that it is gone, and sign out.
  if (user.suspendedAt !== null || (claims.isAnonymous && !user.isAnonymous)) {
    return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  }
  const restrictedType = refusesRestricted && claims.tier === "client" ? restrictedTypeOf(project, user) : null;
  // What anonymous users may not do is said by each endpoint.
  if (restrictedType !== null && restrictedType !== "anonymous") {
    return fail("RESTRICTED_USER_NOT_ALLOWED", { restricted_reason: { type: restrictedType } });
  }
  if (!needsLiveSession) return user;
  const isChange = change && actsByAccessToken(change, claims);
  const isOwnOnly = isChange || (refusesImpersonation && claims.tier === "client");
  const session = (isOwnOnly ? requireOwnSession : requireLiveSession)({ fail }, project, rows.session?.[0]);
  if (isChange && !change.isProof) requireRecentProof({ fail }, project, user, session);
  return user;
}

/** Repairs, after the response, what is out of date in the project's row. */
async function repairProject(
  { db, settings, defer }: Tools & Deferring,
  { projectId, foundOwner }: Claims,
  { project }: Caller,
  { project: [row] }: CallerRows,
): Promise<void> {
  if (row && (await isSealedBefore(settings.serverSecrets, row.configSeal))) {
    defer(async () => db.batch(await resealConfig(db, settings.serverSecrets, row)));
  }
  const ownerTeamId = foundOwner?.user[0]?.teamId;
  // A transfer that was killed halfway has left the team of before.
  if (ownerTeamId && ownerTeamId !== project.ownerTeamId) {
    defer(() => db.batch([updateOwnerTeam(db, { projectId, ownerTeamId })]));
  }
}

/** Reads and writes in one transaction, which fails unless the caller is admitted; undefined when it has, and nothing is written. */
async function sendWrite<R extends readonly { db: Database; statements: Statements }[]>(
  db: Database,
  reads: R,
  { isAdmitted, write }: { isAdmitted: Condition; write: Write },
) {
  const admission = { admission: refuseUnless(db, isAdmitted) as Statement & PromiseLike<unknown> };
  const writes = { ...write.statements } as unknown as Statements;
  try {
    return await batchesByName(...reads, { db, statements: admission }, { db, statements: writes });
  } catch (error) {
    if (isBatchRefused(error)) return undefined;
    throw error;
  }
}

/** Selects what an owner of a project is read from: their user with the team by which they own it, and their session. */
function selectOwnerOf(firstDb: Database, projectId: string, { userId, sessionId }: OwnerClaim) {
  return {
    user: selectOwner(firstDb, { projectId, userId }),
    session: selectOwnSession(firstDb, { projectId: "internal", userId, sessionId }),
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
    ...(isImpersonation && { impersonator: selectImpersonator(firstDb, { projectId: "internal", sessionId }) }),
  });
}

/** Selects what an owner who acts on another project is read from: their user, their session, and the rules of their project. */
function selectActingOwner(db: Database, { userId, sessionId }: NonNullable<Claims["actingOwner"]>) {
  const internal = { projectId: "internal", userId };
  return {
    project: selectProject(db, internal),
    user: selectUser(db, internal),
    session: selectOwnSession(db, { ...internal, sessionId }),
  };
}

/** The owner, unless the request has none or their user is gone. Their session is checked by the rules of their project. */
function readActingOwner(
  { settings, fail }: Pick<Tools, "settings"> & Failing<CredentialChangeError>,
  rows: CallerRows["acting"],
): ActingOwner | null {
  if (!rows.project?.[0] || !rows.user?.[0]) return null;
  const [project, user] = [readProject(rows.project[0], { settings }), readUser(rows.user[0])];
  requireRecentProof({ fail }, project, user, requireOwnSession({ fail }, project, rows.session?.[0]));
  return { project, user };
}

/**
 * Returns who acts: an owner, or at the client tier the signed-in user, otherwise the holder of the key. A server is responsible
 * for what it does with a user's token.
 */
function actorOf(
  { sender }: Pick<Tools, "sender">,
  { projectId, tier, owner, sessionId, isImpersonation, hasHostedPagesKey, isKeyless }: Claims,
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
  const fixed: FixedKeyId = isKeyless ? "keyless" : hasHostedPagesKey ? "hosted-pages" : "configured";
  return actorFrom(sender, { type: "key", id: keySetId ?? fixed });
}

/**
 * Tells whether a project lets clients in without a key, by what this isolate last read of it, else by one round trip. It decides alone
 * what is read beside the project, whose configuration then admits the caller or not.
 */
async function isKeylessClient({ db, settings }: Tools, { tier, projectId }: TierClaim): Promise<boolean> {
  if (tier !== "client") return false;
  const last = lastReadProject(projectId, settings);
  if (last && !last.config.project.requirePublishableClientKey) return true;
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  return row !== undefined && !readProject(row, { settings }).config.project.requirePublishableClientKey;
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
    isKeyless,
    foundOwner,
  }: Pick<Claims, "owner" | "keyHash" | "hasHostedPagesKey" | "isKeyless" | "foundOwner"> & { key: string | undefined },
): Id {
  const { projectId, tier } = claim;
  if (foundOwner) return foundOwner.user[0]?.teamId ? projectId : noId;
  if (owner) return "userId" in owner ? projectIdOfOwner(db, { projectId, userId: owner.userId }) : noId;
  if (hasHostedPagesKey || isKeyless || isConfiguredKey(claim, key, settings)) return projectId;
  return keyHash ? projectIdOfKey({ projectId, tier, keyHash, now: Date.now() }) : noId;
}

/** Tells whether a request has a key that this isolate has lately seen proven for a server of its project. Nothing is read. */
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
  rows: CallerRows["owner"],
): void {
  const [found, session] = [rows.user?.[0], rows.session?.[0]];
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
  { settings, client, fail }: CallerTools,
  { tier, projectId, credentials, hasHostedPagesKey, isKeyless }: Claims,
  { config }: Project,
  isStored: boolean,
): void {
  const key = keyOf(credentials, tier);
  // This product has no workflows, so no such token exists.
  if (credentials.workflowToken) fail(tier === "admin" ? missingKey.admin : "WORKFLOW_TOKEN_DOES_NOT_EXIST");
  if (!key) {
    if (isKeyless && !config.project.requirePublishableClientKey) return;
    if (tier !== "client" || !knows("2.8.77", client.version)) fail(missingKey[tier]);
    fail("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", { project_id: projectId });
  }
  const isUsable = hasHostedPagesKey
    ? config.hostedPages.enabled
    : isStored || isConfiguredKey({ projectId, tier }, key, settings);
  if (!isUsable) fail(invalidKey[tier], { project_id: projectId });
}
