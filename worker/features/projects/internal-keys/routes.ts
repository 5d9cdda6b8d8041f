import type * as z from "zod";
import type { ActorType } from "../../../db/audit/actor";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import {
  deleteKeySet,
  insertKeySet,
  insertKeySetIfChanged,
  isKeySetRefused,
  replaceKeySet,
  updateKeySet,
} from "../../../db/projects/internal-keys/changes";
import { type KeySetRow, type KeyUse, selectKeySet, selectKeySets } from "../../../db/projects/internal-keys/queries";
import { type Database, type Statement, sendStatements } from "../../../platform/database";
import type { AppRouter, Caller } from "../../access";
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
      createdBy: caller.actor,
      publishable: body.has_publishable_client_key,
      secret: body.has_secret_server_key,
      admin: body.has_super_secret_admin_key,
    });
    const kinds = { publishable: keys.publishable !== null, secret: keys.secret !== null, admin: keys.admin !== null };
    const { replaces } = body;
    await sendStatements(db, [
      ...(replaces ? replacing(db, caller, row, replaces) : [insertKeySet(db, row)]),
      recordAudit(db, caller.project, caller.actor, {
        type: "internal_key.created",
        target: { type: "internal_key", id: row.id },
        details: { ...kinds, ...(replaces && { replaces: replaces.id }) },
      }),
    ]).catch(async (error) => {
      if (!replaces || !isKeySetRefused(error)) throw error;
      const [[replaced]] = await db.batch([selectKeySet(db, { projectId: row.projectId, id: replaces.id })]);
      return replaced ? fail(contract.notReplaceable) : fail("API_KEY_NOT_FOUND");
    });
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

/** The statements that store a key set in place of another, which ends as `replaceKeySet` says. They fail where it cannot. */
function replacing(
  db: Database,
  { project, actor }: Pick<Caller, "project" | "actor">,
  row: KeySetRow,
  { id, works_until_millis: worksUntil }: { id: string; works_until_millis: number },
): Statement[] {
  const { projectId, id: replacedBy, createdAt: now } = row;
  return [
    replaceKeySet(db, { projectId, id, replacedBy, worksUntil, now }),
    insertKeySetIfChanged(db, row),
    recordAudit(db, project, actor, {
      type: "internal_key.revoked",
      target: { type: "internal_key", id },
      details: { replaced_by: replacedBy, works_until_millis: Math.max(worksUntil, now) },
    }),
  ];
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
    created_by_owner_id: creatorOf(row, "owner"),
    created_by_key_id: creatorOf(row, "key"),
    replaced_by_id: row.replacedBy ?? undefined,
    publishable_client_key: toMasked(row.publishableClientKeyLastFour, row.lastUses?.client, row.publishableClientKey),
    secret_server_key: toMasked(row.secretServerKeyLastFour, row.lastUses?.server),
    super_secret_admin_key: toMasked(row.superSecretAdminKeyLastFour, row.lastUses?.admin),
  };
}

function creatorOf({ createdBy }: KeySetRow, type: ActorType): string | undefined {
  return createdBy?.type === type ? (createdBy.id ?? undefined) : undefined;
}

function toMasked(lastFour: string | null, use?: KeyUse, key: string | null = null) {
  if (lastFour === null) return undefined;
  const { at, network, client } = use ?? {};
  return {
    last_four: lastFour,
    key: key ?? undefined,
    last_used_at_millis: at,
    last_used_network: network ?? undefined,
    last_used_client: client ?? undefined,
  };
}
