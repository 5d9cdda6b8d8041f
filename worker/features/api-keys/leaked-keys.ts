import { revokeKey } from "../../db/api-keys/changes";
import { type ApiKeyRow, selectLeakedKey } from "../../db/api-keys/queries";
import { actorFrom } from "../../db/audit/actor";
import { ifChanged } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { type Project, readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { selectUser } from "../../db/users/queries";
import { findInShards } from "../../platform/databases";
import { hashSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import { emailCountOf, emailDepsOf, sendSystemEmail } from "../emails";
import { teamHolders } from "../permissions";
import { isExpired } from "./api-key";

/**
 * Revokes a key that was found in public, by a secret scanner or anyone else. Its text is proof enough that it must not be used
 * any more. Owners who have proven their address get an email once, after the response.
 */
export async function revokeLeaked(
  request: Tools &
    Failing<"API_KEY_NOT_FOUND" | "PUBLIC_API_KEY_CANNOT_BE_REVOKED" | "API_KEY_EXPIRED"> & {
      body: { api_key: string };
      defer(work: () => Promise<unknown>): void;
    },
) {
  const { body, dbOf, defer, fail } = request;
  const hash = await hashSecret(body.api_key);
  const [key] = await findInShards(request, (shard) => selectLeakedKey(shard, { hash }));
  if (!key) return fail("API_KEY_NOT_FOUND");
  const db = dbOf(key.projectId);
  if (key.isPublic) return fail("PUBLIC_API_KEY_CANNOT_BE_REVOKED");
  if (isExpired(key)) return fail("API_KEY_EXPIRED");
  const event = { type: "api_key.leaked", target: { type: "api_key", id: key.id } } as const;
  const [revoked] = await db.batch([
    revokeKey(db, { ...key, revokedAt: Date.now() }),
    recordAuditOfProject(db, key.projectId, actorFrom(request.sender, { type: "system", id: null }), event, ifChanged),
  ]);
  if (revoked.length > 0) defer(() => emailOwners({ ...request, db }, key));
  return { success: true as const };
}

async function emailOwners(tools: Tools, key: ApiKeyRow): Promise<void> {
  const { db, settings } = tools;
  const [[row]] = await db.batch([selectProject(db, { projectId: key.projectId })]);
  if (!row) return;
  const project = readProject(row, { settings });
  const deps = await emailDepsOf(tools, project);
  for (const { primaryEmail, primaryEmailVerified, displayName } of await ownersOf(tools, project, key)) {
    if (!primaryEmail || !primaryEmailVerified) continue;
    await sendSystemEmail(deps, {
      template: "api_key_revoked",
      to: primaryEmail,
      // Anyone may report a key of their own making.
      count: emailCountOf(tools.limits, "stranger"),
      variables: {
        userDisplayName: displayName,
        apiKeyDescription: key.description,
        apiKeyLastFour: key.lastFour,
      },
    });
  }
}

/** The key's user, or the members who may manage the keys of its team. */
async function ownersOf({ db }: Tools, project: Project, key: ApiKeyRow) {
  const { projectId } = key;
  if (key.teamId) {
    const holders = teamHolders(db, project, { teamId: key.teamId, permissionId: "$manage_api_keys" });
    return (await db.batch([holders]))[0];
  }
  const [rows] = await db.batch([selectUser(db, { projectId, userId: key.userId ?? "" })]);
  return rows.map(({ user }) => user);
}
