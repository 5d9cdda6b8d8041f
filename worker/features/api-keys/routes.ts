import {
  deleteUselessKeys,
  hasMakerLeft,
  insertKey,
  replaceKey,
  updateKey,
  updateKeyUse,
} from "../../db/api-keys/changes";
import {
  type ApiKeyRow,
  fewerUsableKeys,
  selectKey,
  selectKeyByHash,
  selectKeysOf,
  selectReplaceable,
  teamOfKey,
} from "../../db/api-keys/queries";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import { selectGrantsIn } from "../../db/permissions/queries";
import {
  type Database,
  type Id,
  refuseUnless,
  type Statement,
  unlessRefused,
  violatesForeignKey,
} from "../../platform/database";
import { claimedNetwork } from "../../platform/rate-limits";
import { hashSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { BodyOf } from "../../protocol/endpoint";
import type { Failing } from "../../protocol/failing";
import type { Deferring } from "../../protocol/handler";
import { type AppRouter, type AssumedCaller, type Caller, noteHourly } from "../access";
import { keysAtCap } from "../caps/contract";
import { deferSecurityNotice } from "../security-notices";
import { newApiKey, requireValid, toTeamApiKey, toUserApiKey } from "./api-key";
import * as contract from "./contract";
import { revokeLeaked } from "./leaked-keys";
import { requireOwnUser, requireTeamKeys, requireTeamManager, requireUserKeys } from "./management";

export function apiKeyRoutes(router: AppRouter) {
  router.route(contract.listUserApiKeys, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      keys: selectKeysOf(db, { projectId, type: "user", ownerId: query.user_id ?? "" }),
    }),
    handle: ({ caller, query, found, fail }) => {
      requireUserKeys({ fail }, caller);
      if (!query.user_id) return fail("SCHEMA_ERROR", { message: "user_id is required for user API keys" });
      requireOwnUser({ fail }, caller, query.user_id);
      return { items: found.keys.map(toUserApiKey), is_paginated: false as const };
    },
  });

  router.route(contract.createUserApiKey, {
    write: userKeyToCreate,
    handle: async (context) => {
      const { db, caller, body, fail, written } = context;
      const { text, row, statements } = written ?? (await userKeyToCreate(context));
      const stored =
        written ??
        (await unlessRefused(db.batch(statements)).catch((error) => {
          if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
          throw error;
        }));
      if (!stored) return await refuseCreation({ db, caller, fail }, row, body);
      if (caller.user?.id === body.user_id) deferSecurityNotice(context, caller.project, caller.user, "apiKeyCreated");
      return { ...toUserApiKey(row), value: text };
    },
  });

  router.route(contract.readUserApiKey, {
    prefetch: ({ db, projectId, params }) => ({ keys: selectKey(db, userKey(projectId, params)) }),
    handle: ({ caller, found, fail }) => {
      requireUserKeys({ fail }, caller);
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireOwnUser({ fail }, caller, key.userId);
      return toUserApiKey(key);
    },
  });

  router.route(contract.updateUserApiKey, {
    prefetch: ({ db, projectId, params }) => ({ keys: selectKey(db, userKey(projectId, params)) }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireUserKeys({ fail }, caller);
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireOwnUser({ fail }, caller, key.userId);
      return toUserApiKey(await change({ db, caller, fail }, key, body));
    },
  });

  router.route(contract.checkUserApiKey, {
    prefetch: async ({ db, projectId, body }) => ({
      keys: selectKeyByHash(db, { projectId, hash: await hashSecret(body.api_key) }),
    }),
    handle: ({ caller, found, fail, ...request }) => {
      requireUserKeys({ fail }, caller);
      const key = requireValid({ fail }, found.keys[0], "user");
      noteUse(request, key);
      return toUserApiKey(key);
    },
  });

  router.route(contract.listTeamApiKeys, {
    prefetch: ({ db, provenProjectId: projectId, userId, query: { team_id: teamId } }) => ({
      keys: selectKeysOf(db, { projectId, type: "team", ownerId: teamId }),
      ...(userId && { granted: selectGrantsIn(db, { projectId, userId, teamId }) }),
    }),
    handle: ({ caller, found, fail }) => {
      requireTeamKeys({ fail }, caller);
      requireTeamManager({ fail }, caller, found.granted);
      return { items: found.keys.map((key) => toTeamApiKey(key, caller)), is_paginated: false as const };
    },
  });

  router.route(contract.createTeamApiKey, {
    prefetch: ({ db, provenProjectId: projectId, userId, body }) => ({
      ...(userId && { granted: selectGrantsIn(db, { projectId, userId, teamId: body.team_id }) }),
    }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireTeamKeys({ fail }, caller);
      requireTeamManager({ fail }, caller, found.granted);
      // What a server makes is its own, whatever token it sends along.
      const makerId = caller.tier === "client" ? caller.user?.id : undefined;
      const { text, row } = await newApiKey(caller.project.id, { type: "team", ownerId: body.team_id, makerId }, body);
      const stored = await unlessRefused(db.batch(storing(db, caller, row, body))).catch((error) => {
        // They may manage no keys of the team since they were read.
        if (hasMakerLeft(error)) return fail("API_KEY_NOT_FOUND", undefined, { cause: error });
        if (violatesForeignKey(error)) return fail("TEAM_NOT_FOUND", { team_id: body.team_id }, { cause: error });
        throw error;
      });
      if (!stored) return await refuseCreation({ db, caller, fail }, row, body);
      return { ...toTeamApiKey(row, caller), value: text };
    },
  });

  router.route(contract.readTeamApiKey, {
    prefetch: ({ db, userId, params, ...project }) => teamKeyAndGrants(db, { ...project, userId, params }),
    handle: ({ caller, found, fail }) => {
      requireTeamKeys({ fail }, caller);
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireTeamManager({ fail }, caller, found.granted);
      return toTeamApiKey(key, caller);
    },
  });

  router.route(contract.updateTeamApiKey, {
    prefetch: ({ db, userId, params, ...project }) => teamKeyAndGrants(db, { ...project, userId, params }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireTeamKeys({ fail }, caller);
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireTeamManager({ fail }, caller, found.granted);
      return toTeamApiKey(await change({ db, caller, fail }, key, body), caller);
    },
  });

  router.route(contract.checkTeamApiKey, {
    prefetch: async ({ db, projectId, body }) => ({
      keys: selectKeyByHash(db, { projectId, hash: await hashSecret(body.api_key) }),
    }),
    handle: ({ caller, found, fail, ...request }) => {
      requireTeamKeys({ fail }, caller);
      const key = requireValid({ fail }, found.keys[0], "team");
      noteUse(request, key);
      return toTeamApiKey(key, caller);
    },
  });

  router.route(contract.revokeLeakedApiKey, revokeLeaked);
}

interface KeyParams {
  api_key_id: string;
}

function userKey(projectId: string, { api_key_id: id }: KeyParams) {
  return { projectId, type: "user" as const, id };
}

/** A team's key, and what the caller's user was granted in the team that the key belongs to. */
function teamKeyAndGrants(
  db: Database,
  {
    projectId,
    provenProjectId,
    userId,
    params,
  }: { projectId: string; provenProjectId: Id; userId: string | undefined; params: KeyParams },
) {
  const key = { projectId, type: "team" as const, id: params.api_key_id };
  return {
    keys: selectKey(db, key),
    ...(userId && { granted: selectGrantsIn(db, { projectId: provenProjectId, userId, teamId: teamOfKey(db, key) }) }),
  };
}

interface KeyCreation
  extends Failing<typeof contract.userKeysDisabled | "USER_AUTHENTICATION_REQUIRED" | typeof contract.notOwnKey> {
  db: Database;
  caller: Caller | AssumedCaller;
  body: BodyOf<typeof contract.createUserApiKey>;
}

/** The key that a request asks for, and the statements that store it. */
async function userKeyToCreate({ db, caller, body, fail }: KeyCreation) {
  requireUserKeys({ fail }, caller);
  requireOwnUser({ fail }, caller, body.user_id);
  const key = await newApiKey(caller.project.id, { type: "user", ownerId: body.user_id }, body);
  return { ...key, statements: storing(db, caller, key.row, body) };
}

type Creator = Pick<AssumedCaller, "project" | "actor">;

/** What of a creation tells which key it replaces. */
type Replacing = Pick<BodyOf<typeof contract.createUserApiKey>, "replaces">;

/**
 * The statements that store a key in place of what its owner has had long enough, unless its owner is at their cap. One that it
 * replaces ends before, and leaves its place to it if that is at once.
 */
function storing(
  db: Database,
  { project, actor }: Creator,
  row: ApiKeyRow,
  { replaces }: Replacing,
): [Statement, ...Statement[]] {
  const { projectId, id, type, createdAt: now } = row;
  const owner = { projectId, type, ownerId: row.teamId ?? row.userId ?? "", now };
  const { max } = capOf({ project }, row);
  const created = { type: "api_key.created", target: { type: "api_key", id }, details: ownerOf(row) } as const;
  const stored: [Statement, ...Statement[]] = [
    refuseUnless(db, fewerUsableKeys(db, owner, max)),
    deleteUselessKeys(db, { ...owner, kept: max }),
    insertKey(db, row),
  ];
  if (!replaces) return [...stored, recordAudit(db, project, actor, created)];
  const worksUntil = replaces.works_until_millis;
  const details = { ...ownerOf(row), replaced_by: id, works_until_millis: Math.max(worksUntil, now) };
  return [
    replaceKey(db, { ...owner, id: replaces.id, replacedBy: id, worksUntil }),
    refuseUnless(db, ifChanged),
    ...stored,
    recordAudit(db, project, actor, { ...created, details: { ...created.details, replaces: replaces.id } }),
    recordAudit(db, project, actor, { type: "api_key.revoked", target: { type: "api_key", id: replaces.id }, details }),
  ];
}

/** Says why nothing was stored: the key to replace is none that can be, or else its owner is at their cap. */
async function refuseCreation(
  { db, caller, fail }: { db: Database; caller: Creator } & Failing<typeof contract.notReplaceable | typeof keysAtCap>,
  row: ApiKeyRow,
  { replaces }: Replacing,
): Promise<never> {
  if (replaces) {
    const { projectId, type, createdAt: now, teamId, userId } = row;
    const owner = { projectId, type, ownerId: teamId ?? userId ?? "", now };
    const [found] = await db.batch([selectReplaceable(db, { ...owner, id: replaces.id })]);
    if (found.length === 0) return fail(contract.notReplaceable);
  }
  return fail(keysAtCap, capOf(caller, row));
}

/** Notes that a key was checked, and for which visitor. */
function noteUse({ db, claimedVisitor, defer }: Pick<Tools, "db" | "claimedVisitor"> & Deferring, key: ApiKeyRow) {
  const { id, projectId, lastUsedAt } = key;
  const network = claimedNetwork(claimedVisitor);
  noteHourly({ defer }, { name: `${id} ${projectId}`, lastUsedAt }, (times) =>
    db.batch([updateKeyUse(db, { ...key, ...times, network })]),
  );
}

function capOf({ project }: Pick<Creator, "project">, { type }: ApiKeyRow) {
  const { apiKeysPerUser, apiKeysPerTeam } = project.config.limits;
  return { owner: type, max: type === "user" ? apiKeysPerUser : apiKeysPerTeam };
}

function keyTarget({ id }: ApiKeyRow) {
  return { type: "api_key", id };
}

function ownerOf({ userId, teamId }: ApiKeyRow) {
  return { user_id: teamId === null ? userId : null, team_id: teamId };
}

/** A key that is gone since it was read is not found. */
async function change(
  {
    db,
    caller,
    fail,
  }: { db: Database; caller: Caller } & Failing<"PUBLIC_API_KEY_CANNOT_BE_REVOKED" | "API_KEY_NOT_FOUND">,
  key: ApiKeyRow,
  body: contract.ApiKeyUpdate,
): Promise<ApiKeyRow> {
  if (body.revoked && key.isPublic) fail("PUBLIC_API_KEY_CANNOT_BE_REVOKED");
  const changes = { description: body.description, revokedAt: body.revoked && Date.now() };
  const event = { type: "api_key.revoked", target: keyTarget(key), details: ownerOf(key) } as const;
  const [changed] = await db.batch([
    updateKey(db, { ...key, ...changes }),
    ...(body.revoked ? [recordAudit(db, caller.project, caller.actor, event, ifChanged)] : []),
  ]);
  return changed[0] ?? fail("API_KEY_NOT_FOUND");
}
