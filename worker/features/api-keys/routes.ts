import { insertKey, updateKey } from "../../db/api-keys/changes";
import {
  type ApiKeyRow,
  type ApiKeyType,
  selectKey,
  selectKeyByHash,
  selectKeysOf,
  teamOfKey,
} from "../../db/api-keys/queries";
import { selectGrantsIn } from "../../db/permissions/queries";
import { type Database, violatesForeignKey } from "../../platform/database";
import { hashSecret } from "../../platform/secrets";
import { fail } from "../../protocol/fail";
import type { AppRouter, Caller } from "../access";
import { newApiKey, requireValid, toTeamApiKey, toUserApiKey } from "./api-key";
import * as contract from "./contract";
import { revokeLeaked } from "./leaked-keys";
import { requireEnabled, requireOwnUser, requireTeamManager } from "./management";

export function apiKeyRoutes(router: AppRouter) {
  router.route(contract.listUserApiKeys, {
    prefetch: ({ db, projectId, query }) => ({
      keys: selectKeysOf(db, { projectId, type: "user", ownerId: query.user_id ?? "" }),
    }),
    handle: ({ caller, query, found }) => {
      requireEnabled(caller, "user");
      if (!query.user_id) return fail("SCHEMA_ERROR", { message: "user_id is required for user API keys" });
      requireOwnUser(caller, query.user_id);
      return { items: found.keys.map(toUserApiKey), is_paginated: false as const };
    },
  });

  router.route(contract.createUserApiKey, async ({ db, caller, body, fail }) => {
    requireEnabled(caller, "user");
    requireOwnUser(caller, body.user_id);
    const { text, row } = await newApiKey(caller.project.id, { type: "user", ownerId: body.user_id }, body);
    try {
      await db.batch([insertKey(db, row)]);
    } catch (error) {
      if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
      throw error;
    }
    return { ...toUserApiKey(row), value: text };
  });

  router.route(contract.readUserApiKey, {
    prefetch: ({ db, projectId, params }) => ({ keys: selectKey(db, userKey(projectId, params)) }),
    handle: ({ caller, found, fail }) => {
      requireEnabled(caller, "user");
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireOwnUser(caller, key.userId);
      return toUserApiKey(key);
    },
  });

  router.route(contract.updateUserApiKey, {
    prefetch: ({ db, projectId, params }) => ({ keys: selectKey(db, userKey(projectId, params)) }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireEnabled(caller, "user");
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireOwnUser(caller, key.userId);
      return toUserApiKey(await change(db, key, body));
    },
  });

  router.route(contract.checkUserApiKey, {
    prefetch: async ({ db, projectId, body }) => ({
      keys: selectKeyByHash(db, { projectId, hash: await hashSecret(body.api_key) }),
    }),
    handle: ({ caller, found }) => toUserApiKey(checked(caller, "user", found.keys)),
  });

  router.route(contract.listTeamApiKeys, {
    prefetch: ({ db, projectId, userId = "", query: { team_id: teamId } }) => ({
      keys: selectKeysOf(db, { projectId, type: "team", ownerId: teamId }),
      granted: selectGrantsIn(db, { projectId, userId, teamId }),
    }),
    handle: ({ caller, found }) => {
      requireEnabled(caller, "team");
      requireTeamManager(caller, found.granted);
      return { items: found.keys.map(toTeamApiKey), is_paginated: false as const };
    },
  });

  router.route(contract.createTeamApiKey, {
    prefetch: ({ db, projectId, userId = "", body }) => ({
      granted: selectGrantsIn(db, { projectId, userId, teamId: body.team_id }),
    }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireEnabled(caller, "team");
      requireTeamManager(caller, found.granted);
      const { text, row } = await newApiKey(caller.project.id, { type: "team", ownerId: body.team_id }, body);
      try {
        await db.batch([insertKey(db, row)]);
      } catch (error) {
        if (violatesForeignKey(error)) return fail("TEAM_NOT_FOUND", { team_id: body.team_id }, { cause: error });
        throw error;
      }
      return { ...toTeamApiKey(row), value: text };
    },
  });

  router.route(contract.readTeamApiKey, {
    prefetch: ({ db, projectId, userId, params }) => teamKeyAndGrants(db, { projectId, userId, params }),
    handle: ({ caller, found, fail }) => {
      requireEnabled(caller, "team");
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireTeamManager(caller, found.granted);
      return toTeamApiKey(key);
    },
  });

  router.route(contract.updateTeamApiKey, {
    prefetch: ({ db, projectId, userId, params }) => teamKeyAndGrants(db, { projectId, userId, params }),
    handle: async ({ db, caller, body, found, fail }) => {
      requireEnabled(caller, "team");
      const key = found.keys[0] ?? fail("API_KEY_NOT_FOUND");
      requireTeamManager(caller, found.granted);
      return toTeamApiKey(await change(db, key, body));
    },
  });

  router.route(contract.checkTeamApiKey, {
    prefetch: async ({ db, projectId, body }) => ({
      keys: selectKeyByHash(db, { projectId, hash: await hashSecret(body.api_key) }),
    }),
    handle: ({ caller, found }) => toTeamApiKey(checked(caller, "team", found.keys)),
  });

  router.route(contract.revokeLeakedApiKey, revokeLeaked);
}

interface KeyParams {
  api_key_id: string;
}

function userKey(projectId: string, { api_key_id: id }: KeyParams) {
  return { projectId, type: "user" as const, id };
}

/** A team's key, and what the caller's user was granted in the team that it turns out to belong to. */
function teamKeyAndGrants(
  db: Database,
  { projectId, userId = "", params }: { projectId: string; userId: string | undefined; params: KeyParams },
) {
  const key = { projectId, type: "team" as const, id: params.api_key_id };
  return {
    keys: selectKey(db, key),
    granted: selectGrantsIn(db, { projectId, userId, teamId: teamOfKey(db, key) }),
  };
}

/** @throws PUBLIC_API_KEY_CANNOT_BE_REVOKED, and API_KEY_NOT_FOUND when the key is gone since it was read */
async function change(db: Database, key: ApiKeyRow, body: contract.ApiKeyUpdate): Promise<ApiKeyRow> {
  if (body.revoked && key.isPublic) fail("PUBLIC_API_KEY_CANNOT_BE_REVOKED");
  const changes = { description: body.description, revokedAt: body.revoked && Date.now() };
  const [changed] = await db.batch([updateKey(db, { ...key, ...changes })]);
  return changed[0] ?? fail("API_KEY_NOT_FOUND");
}

function checked(caller: Caller, type: ApiKeyType, [key]: readonly ApiKeyRow[]): ApiKeyRow {
  requireEnabled(caller, type);
  return requireValid(key, type);
}
