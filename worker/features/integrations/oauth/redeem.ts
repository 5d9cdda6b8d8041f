import * as z from "zod";
import { actorFrom } from "../../../db/audit/actor";
import { ifChanged } from "../../../db/audit/changes";
import { recordAuditOfProject } from "../../../db/audit/project-logs";
import { selectOwner } from "../../../db/memberships/queries";
import {
  insertKeySet,
  insertKeySetIfChanged,
  isKeySetRefused,
  revokeKeySet,
} from "../../../db/projects/internal-keys/changes";
import { selectProjectId } from "../../../db/projects/queries";
import { claimUsableCode } from "../../../db/verification-codes/changes";
import { selectCode } from "../../../db/verification-codes/queries";
import type { IntegrationClient } from "../../../platform/integration-clients";
import { equalSecrets, hashSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { newKeySet } from "../../projects/internal-keys";
import { codeKey, defineCodeKind } from "../../verification-codes";
import { invalidGrant } from "./contract";

const request = {
  clientId: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
};

/** Holds what a partner requested, until an owner decides. */
export const interaction = defineCodeKind({
  name: "integration_interaction",
  payload: z.object({ ...request, state: z.string().nullable() }),
});

/** Holds what an owner has agreed to, until the partner redeems it. */
export const authorizationCode = defineCodeKind({
  name: "integration_authorization",
  payload: z.object({
    ...request,
    projectId: z.string(),
    /** The key set that it is redeemed for, which a second redemption revokes. */
    keySetId: z.string(),
    description: z.string(),
    /** Says who agreed; null for a server of the operator's. */
    ownerId: z.string().nullable(),
  }),
});

const years = 365 * 24 * 60 * 60 * 1000;

type Grant = z.output<typeof authorizationCode.payload>;
type RedemptionTools = Pick<Tools, "firstDb" | "dbOf" | "sender"> & Failing<typeof invalidGrant>;

/** Exchanges a code for the admin key that an owner has agreed to. */
export async function redeem(
  tools: RedemptionTools,
  client: IntegrationClient,
  body: { code: string; code_verifier: string; redirect_uri: string },
) {
  const { firstDb, dbOf, sender, fail } = tools;
  const key = await codeKey(authorizationCode, { projectId: "internal", code: body.code });
  // Usable or not: a used one is told apart when it is claimed.
  const [[found]] = await firstDb.batch([selectCode(firstDb, key)]);
  const grant = found && authorizationCode.payload.parse(found.payload);
  const isOfClient =
    grant?.clientId === client.id &&
    grant.redirectUri === body.redirect_uri &&
    // Attack: without the verifier of the request, a code that was seen on its way is worth nothing.
    equalSecrets(await hashSecret(body.code_verifier), grant.codeChallenge);
  if (!isOfClient) return fail(invalidGrant);
  const { projectId, keySetId } = grant;
  const actor = actorFrom(sender, grant.ownerId ? { type: "owner", id: grant.ownerId } : { type: "system", id: null });
  const { row, admin } = await newKeySet({
    projectId,
    id: keySetId,
    description: grant.description,
    expiresAt: Date.now() + 100 * years,
    createdBy: actor,
    admin: true,
  });
  const event = {
    type: "integration.key_created",
    target: { type: "internal_key", id: keySetId },
    details: { client_id: client.id },
  } as const;
  if (!(await isStillGranted(tools, grant))) return fail(invalidGrant);
  const db = dbOf(projectId);
  try {
    const claim = claimUsableCode(firstDb, { ...key, now: Date.now() });
    if (db === firstDb) {
      // The code and the key in one transaction: the second request finds the key there to revoke.
      await db.batch([claim, insertKeySetIfChanged(db, row), recordAuditOfProject(db, projectId, actor, event)]);
    } else {
      // The code first: should the second come to nothing, a code is used up for which there is no key.
      const [claimed] = await firstDb.batch([claim]);
      if (claimed.length === 0) return await refuseRedeemed(tools, grant);
      await db.batch([insertKeySet(db, row), recordAuditOfProject(db, projectId, actor, event)]);
    }
  } catch (error) {
    if (!isKeySetRefused(error)) throw error;
    return await refuseRedeemed(tools, grant, error);
  }
  // `newKeySet` has made the one of this kind.
  return { access_token: admin ?? "", token_type: "api_key" as const, project_id: projectId };
}

/** Tells whether the project is there, and its owner still one: they may have left the team in the minutes since. */
async function isStillGranted({ firstDb, dbOf }: RedemptionTools, { projectId, ownerId }: Grant): Promise<boolean> {
  const db = dbOf(projectId);
  if (ownerId === null) return (await db.batch([selectProjectId(db, { projectId })]))[0].length > 0;
  const [[owner]] = await firstDb.batch([selectOwner(firstDb, { projectId, userId: ownerId })]);
  return Boolean(owner?.teamId);
}

/** A code that comes twice has two holders, of whom one has it by theft (RFC 6749 section 4.1.2). */
async function refuseRedeemed(tools: RedemptionTools, grant: Grant, cause?: unknown): Promise<never> {
  await revokeGranted(tools, grant);
  return tools.fail(invalidGrant, undefined, { cause });
}

async function revokeGranted(
  { dbOf, sender }: RedemptionTools,
  { projectId, keySetId, clientId }: Grant,
): Promise<void> {
  const db = dbOf(projectId);
  await db.batch([
    revokeKeySet(db, { projectId, id: keySetId, revokedAt: Date.now() }),
    recordAuditOfProject(
      db,
      projectId,
      actorFrom(sender, { type: "system", id: null }),
      {
        type: "internal_key.revoked",
        target: { type: "internal_key", id: keySetId },
        details: { client_id: clientId, reason: "code_redeemed_twice" },
      },
      ifChanged,
    ),
  ]);
}
