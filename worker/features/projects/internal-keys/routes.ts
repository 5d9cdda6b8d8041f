import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { insertKeySet, updateKeySet } from "../../../db/projects/internal-keys/changes";
import { type KeySetRow, selectKeySet, selectKeySets } from "../../../db/projects/internal-keys/queries";
import { hashSecret, newId, newProjectKey, type ProjectKeyPrefix } from "../../../platform/secrets";
import type { AppRouter } from "../../access";
import * as contract from "./contract";

export function internalKeyRoutes(router: AppRouter) {
  router.route(contract.listInternalApiKeys, {
    prefetch: ({ db, provenProjectId: projectId }) => ({ keySets: selectKeySets(db, { projectId }) }),
    handle: ({ found }) => ({ items: found.keySets.map(toInternalApiKey), is_paginated: false as const }),
  });

  router.route(contract.createInternalApiKey, async ({ db, caller, body }) => {
    const publishable = body.has_publishable_client_key ? await newKey("pck") : null;
    const secret = body.has_secret_server_key ? await newKey("ssk") : null;
    const admin = body.has_super_secret_admin_key ? await newKey("sak") : null;
    const row: KeySetRow = {
      projectId: caller.project.id,
      id: newId(),
      description: body.description,
      createdAt: Date.now(),
      expiresAt: body.expires_at_millis,
      manuallyRevokedAt: null,
      publishableClientKeyHash: publishable?.hash ?? null,
      publishableClientKeyLastFour: publishable?.lastFour ?? null,
      secretServerKeyHash: secret?.hash ?? null,
      secretServerKeyLastFour: secret?.lastFour ?? null,
      superSecretAdminKeyHash: admin?.hash ?? null,
      superSecretAdminKeyLastFour: admin?.lastFour ?? null,
    };
    await db.batch([
      insertKeySet(db, row),
      recordAudit(db, caller.project, caller.actor, {
        type: "internal_key.created",
        target: { type: "internal_key", id: row.id },
        details: { publishable: publishable !== null, secret: secret !== null, admin: admin !== null },
      }),
    ]);
    return {
      ...toBase(row),
      publishable_client_key: publishable?.text,
      secret_server_key: secret?.text,
      super_secret_admin_key: admin?.text,
    };
  });

  router.route(contract.readInternalApiKey, {
    prefetch: ({ db, projectId, params }) => ({ keySets: selectKeySet(db, { projectId, id: params.api_key_id }) }),
    handle: ({ found, fail }) => toInternalApiKey(found.keySets[0] ?? fail("API_KEY_NOT_FOUND")),
  });

  router.route(contract.updateInternalApiKey, async ({ db, caller, params, body, fail }) => {
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

async function newKey(prefix: ProjectKeyPrefix): Promise<{ text: string; hash: string; lastFour: string }> {
  const text = newProjectKey(prefix);
  return { text, hash: await hashSecret(text), lastFour: text.slice(-4) };
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
    publishable_client_key: toMasked(row.publishableClientKeyLastFour),
    secret_server_key: toMasked(row.secretServerKeyLastFour),
    super_secret_admin_key: toMasked(row.superSecretAdminKeyLastFour),
  };
}

function toMasked(lastFour: string | null) {
  return lastFour === null ? undefined : { last_four: lastFour };
}
