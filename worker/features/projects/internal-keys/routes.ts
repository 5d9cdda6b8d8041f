import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { deleteKeySet, insertKeySet, updateKeySet } from "../../../db/projects/internal-keys/changes";
import { type KeySetRow, selectKeySet, selectKeySets } from "../../../db/projects/internal-keys/queries";
import type { AppRouter } from "../../access";
import * as contract from "./contract";
import { newKeySet } from "./index";

export function internalKeyRoutes(router: AppRouter) {
  keySetRoutes(router, contract.internal);
  keySetRoutes(router, contract.neon);

  router.route(contract.deleteNeonApiKey, async ({ db, caller, params, fail }) => {
    const one = { projectId: caller.project.id, id: params.api_key_id };
    const target = { type: "internal_key", id: one.id };
    const [deleted] = await db.batch([
      deleteKeySet(db, one),
      recordAudit(db, caller.project, caller.actor, { type: "internal_key.deleted", target }, ifChanged),
    ]);
    return deleted.length > 0 ? { success: true as const } : fail("API_KEY_NOT_FOUND");
  });
}

function keySetRoutes(router: AppRouter, keySets: typeof contract.internal | typeof contract.neon) {
  router.route(keySets.list, {
    prefetch: ({ db, provenProjectId: projectId }) => ({ keySets: selectKeySets(db, { projectId }) }),
    handle: ({ found }) => ({ items: found.keySets.map(toInternalApiKey), is_paginated: false as const }),
  });

  router.route(keySets.create, async ({ db, caller, body, fail }) => {
    if (caller.actor.impersonatedIn !== null) fail(contract.impersonationRefused);
    const { row, ...keys } = await newKeySet({
      projectId: caller.project.id,
      description: body.description,
      expiresAt: body.expires_at_millis,
      publishable: body.has_publishable_client_key,
      secret: body.has_secret_server_key,
      admin: body.has_super_secret_admin_key,
    });
    await db.batch([
      insertKeySet(db, row),
      recordAudit(db, caller.project, caller.actor, {
        type: "internal_key.created",
        target: { type: "internal_key", id: row.id },
        details: { publishable: keys.publishable !== null, secret: keys.secret !== null, admin: keys.admin !== null },
      }),
    ]);
    return {
      ...toBase(row),
      publishable_client_key: keys.publishable ?? undefined,
      secret_server_key: keys.secret ?? undefined,
      super_secret_admin_key: keys.admin ?? undefined,
    };
  });

  router.route(keySets.read, {
    prefetch: ({ db, projectId, params }) => ({ keySets: selectKeySet(db, { projectId, id: params.api_key_id }) }),
    handle: ({ found, fail }) => toInternalApiKey(found.keySets[0] ?? fail("API_KEY_NOT_FOUND")),
  });

  router.route(keySets.update, async ({ db, caller, params, body, fail }) => {
    const change = {
      projectId: caller.project.id,
      id: params.api_key_id,
      description: body.description,
      revokedAt: body.revoked && Date.now(),
    };
    const [changed] = await db.batch([
      updateKeySet(db, change),
      recordAudit(
        db,
        caller.project,
        caller.actor,
        {
          type: body.revoked ? "internal_key.revoked" : "internal_key.updated",
          target: { type: "internal_key", id: change.id },
        },
        ifChanged,
      ),
    ]);
    return toInternalApiKey(changed[0] ?? fail("API_KEY_NOT_FOUND"));
  });
}

function toBase(row: KeySetRow) {
  return {
    id: row.id,
    description: row.description,
    created_at_millis: row.createdAt,
    expires_at_millis: row.expiresAt,
  };
}

function toInternalApiKey(row: KeySetRow): z.input<typeof contract.InternalApiKey> {
  return {
    ...toBase(row),
    manually_revoked_at_millis: row.manuallyRevokedAt ?? undefined,
    publishable_client_key: toMasked(row.publishableClientKeyLastFour, row.publishableClientKey),
    secret_server_key: toMasked(row.secretServerKeyLastFour),
    super_secret_admin_key: toMasked(row.superSecretAdminKeyLastFour),
  };
}

function toMasked(lastFour: string | null, key: string | null = null) {
  return lastFour === null ? undefined : { last_four: lastFour, key: key ?? undefined };
}
