import { passkeys } from "../../db/users/schema";
import { newSecret } from "../../platform/secrets";
import { freshAddress } from "../mailbox";
import { db } from "../project";
import type { Scenario } from "./scenario";

export const callbackUrl = "http://localhost:3000/handler/page";
export const password = "correct horse battery";
/** A code that was never issued. */
export const unknownCode = "0".repeat(45);

/** Passkey responses that are well-formed and invalid. */
const credential = { id: "AQ", rawId: "AQ", type: "public-key", clientExtensionResults: {} };
export const registration = { ...credential, response: { clientDataJSON: "AQ", attestationObject: "AQ" } };
export const assertion = {
  ...credential,
  response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ" },
};

/** A passkey that the user has. */
export async function passkeyOf({ project, user }: Scenario): Promise<Record<string, string>> {
  const passkey = {
    credentialId: newSecret(),
    rpId: "localhost",
    publicKey: "AQ",
    signCount: 0,
    isBackupEligible: false,
  };
  await db.batch([
    db.insert(passkeys).values({ ...passkey, projectId: project.id, userId: user.id, createdAt: Date.now() }),
  ]);
  return { passkey_id: passkey.credentialId };
}

export function channelOf({ user }: Scenario): Record<string, string> {
  return { user_id: user.id, contact_channel_id: user.channelId };
}

/** The key set with which the project was made. */
export async function keySetOf({ project }: Scenario): Promise<Record<string, string>> {
  const { body } = await project.admin("GET /internal/api-keys");
  return { api_key_id: body.items[0].id };
}

/** The team's member who holds no permission. */
export function memberOf({ team }: Scenario): Record<string, string> {
  return { team_id: team.id, user_id: team.memberId };
}

/** An account at a provider that the user has. */
export async function linkOf({ project, user }: Scenario): Promise<Record<string, string>> {
  const account = {
    provider_config_id: "google",
    account_id: "7",
    allow_sign_in: true,
    allow_connected_accounts: true,
  };
  const { body } = await project.server("POST /oauth-providers", { body: { user_id: user.id, ...account } });
  return { user_id: user.id, provider_id: body.id };
}

/** An invitation into the team. */
export async function invitationOf({ project, team }: Scenario): Promise<string> {
  const body = { team_id: team.id, email: freshAddress(), callback_url: callbackUrl };
  return (await project.server("POST /team-invitations/send-code", { body })).body.id;
}

/** A permission that the user holds in the project. */
export async function projectGrantOf({ project, user }: Scenario): Promise<Record<string, string>> {
  const params = { user_id: user.id, permission_id: "beta" };
  await project.server("POST /project-permissions/{user_id}/{permission_id}", { params, body: {} });
  return params;
}

export const newKey = { description: "New", expires_at_millis: null };

export async function userKeyOf({ project, user }: Scenario): Promise<{ id: string; value: string }> {
  return (await project.server("POST /user-api-keys", { body: { user_id: user.id, ...newKey } })).body;
}

export async function teamKeyOf({ project, team }: Scenario): Promise<{ id: string; value: string }> {
  return (await project.server("POST /team-api-keys", { body: { team_id: team.id, ...newKey } })).body;
}

/** A store of the data vault with a value. */
export async function storeOf({ project }: Scenario): Promise<Record<string, string>> {
  const params = { store_id: "secrets" };
  const body = { hashed_key: "a", encrypted_value: "b" };
  await project.server("POST /data-vault/stores/{store_id}/set", { params, body });
  return params;
}
