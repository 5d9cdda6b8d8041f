import type { Actor } from "../../../db/audit/actor";
import type { KeySetRow } from "../../../db/projects/internal-keys/queries";
import { hashSecret, newId, newProjectKey, type ProjectKeyPrefix } from "../../../platform/secrets";

/** The keys that a set is to have. */
interface NewKeySet {
  projectId: string;
  /** A new one when absent. */
  id?: string;
  description: string;
  expiresAt: number;
  createdBy: Pick<Actor, "type" | "id">;
  publishable?: boolean;
  secret?: boolean;
  admin?: boolean;
}

/** A new set of keys: the row to store, which has hashes of the secret ones, and the keys, null for those it lacks. */
export async function newKeySet({ projectId, id = newId(), description, expiresAt, createdBy, ...kinds }: NewKeySet) {
  const publishable = kinds.publishable ? await newKey("pck") : null;
  const secret = kinds.secret ? await newKey("ssk") : null;
  const admin = kinds.admin ? await newKey("sak") : null;
  const row: KeySetRow = {
    projectId,
    id,
    description,
    createdAt: Date.now(),
    expiresAt,
    manuallyRevokedAt: null,
    publishableClientKey: publishable?.text ?? null,
    publishableClientKeyHash: publishable?.hash ?? null,
    publishableClientKeyLastFour: publishable?.lastFour ?? null,
    secretServerKeyHash: secret?.hash ?? null,
    secretServerKeyLastFour: secret?.lastFour ?? null,
    superSecretAdminKeyHash: admin?.hash ?? null,
    superSecretAdminKeyLastFour: admin?.lastFour ?? null,
    createdBy: { type: createdBy.type, id: createdBy.id },
    replacedBy: null,
    lastUses: null,
  };
  return { row, publishable: publishable?.text ?? null, secret: secret?.text ?? null, admin: admin?.text ?? null };
}

async function newKey(prefix: ProjectKeyPrefix): Promise<{ text: string; hash: string; lastFour: string }> {
  const text = newProjectKey(prefix);
  return { text, hash: await hashSecret(text), lastFour: text.slice(-4) };
}
