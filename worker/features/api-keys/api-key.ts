import type * as z from "zod";
import type { ApiKeyRow, ApiKeyType } from "../../db/api-keys/queries";
import { hashSecret, newId, newSecret } from "../../platform/secrets";
import type { Failing } from "../../protocol/failing";
import type { Caller } from "../access";
import type { TeamApiKey, UserApiKey } from "./contract";
import { composeKeyText } from "./key-text";

interface NewKeyFields {
  description: string;
  expires_at_millis: number | null;
  is_public: boolean;
}

/**
 * A new key: its text, which cannot be read again, and its row.
 *
 * @param owner.makerId the member who makes a team's key
 */
export async function newApiKey(
  projectId: string,
  owner: { type: ApiKeyType; ownerId: string; makerId?: string | undefined },
  fields: NewKeyFields,
): Promise<{ text: string; row: ApiKeyRow }> {
  const { type, ownerId } = owner;
  const id = newId();
  const text = composeKeyText({ secret: newSecret(), id, type, isPublic: fields.is_public });
  const row: ApiKeyRow = {
    projectId,
    id,
    type,
    userId: type === "user" ? ownerId : (owner.makerId ?? null),
    teamId: type === "team" ? ownerId : null,
    description: fields.description,
    isPublic: fields.is_public,
    hash: await hashSecret(text),
    lastFour: text.slice(-4),
    createdAt: Date.now(),
    expiresAt: fields.expires_at_millis || null,
    manuallyRevokedAt: null,
    replacedBy: null,
    lastUsedAt: null,
    lastUsedNetwork: null,
  };
  return { text, row };
}

export function isExpired({ expiresAt }: ApiKeyRow): boolean {
  return expiresAt !== null && expiresAt < Date.now();
}

/**
 * The key that was presented, if it may be used as one of its kind. A revoked key that has expired counts as expired, and
 * that of a suspended user, or that they made for a team, as revoked.
 */
export function requireValid(
  { fail }: Failing<"API_KEY_NOT_FOUND" | "WRONG_API_KEY_TYPE" | "API_KEY_EXPIRED" | "API_KEY_REVOKED">,
  key: (ApiKeyRow & { ownerSuspendedAt: number | null }) | undefined,
  type: ApiKeyType,
): ApiKeyRow {
  if (!key) return fail("API_KEY_NOT_FOUND");
  if (key.type !== type) fail("WRONG_API_KEY_TYPE", { expected_type: type, actual_type: key.type });
  if (isExpired(key)) fail("API_KEY_EXPIRED");
  if (key.manuallyRevokedAt !== null || key.ownerSuspendedAt !== null) fail("API_KEY_REVOKED");
  return key;
}

export function toUserApiKey(key: ApiKeyRow): z.input<typeof UserApiKey> {
  return { ...toShown(key), type: "user", user_id: key.userId ?? "" };
}

/** Who made it is told to servers: a member who may manage keys may not list members. */
export function toTeamApiKey(
  key: ApiKeyRow & { makerHasLeft?: number },
  { tier }: Pick<Caller, "tier">,
): z.input<typeof TeamApiKey> {
  const maker = { created_by_user_id: key.userId ?? undefined, creator_has_left: Boolean(key.makerHasLeft) };
  const isTold = tier !== "client" && key.userId !== null;
  return { ...toShown(key), type: "team", team_id: key.teamId ?? "", ...(isTold && maker) };
}

function toShown(key: ApiKeyRow) {
  return {
    id: key.id,
    description: key.description,
    created_at_millis: key.createdAt,
    expires_at_millis: key.expiresAt ?? undefined,
    manually_revoked_at_millis: key.manuallyRevokedAt ?? undefined,
    replaced_by_id: key.replacedBy ?? undefined,
    is_public: key.isPublic,
    value: {
      last_four: key.lastFour,
      last_used_at_millis: key.lastUsedAt ?? undefined,
      last_used_network: key.lastUsedNetwork ?? undefined,
    },
  };
}
