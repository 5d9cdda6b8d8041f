import { expect } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { codeIn, password, resetCode, signUp } from "../../testing/password-sign-ins";
import type { TestProject } from "../../testing/project";
import { changeOne, paramsOf } from "../users/contact-channels/contact-channels.fixtures";
import { register } from "./passkey/passkey.fixtures";

export const newPassword = "a new password";
/** Holds what the owner of an address chooses, and who set the account up does not know. */
export const ownersPassword = "the owner's own";

/** A project in which everything is on that could be planted. */
export function openProject(more: Parameters<typeof oauthProject>[0] = {}): Promise<TestProject> {
  return oauthProject({
    "auth.otp.allowSignIn": true,
    "auth.passkey.allowSignIn": true,
    "apiKeys.enabled": { user: true, team: true },
    "teams.createPersonalTeamOnSignUp": true,
    "rbac.permissions": {
      keeper: { scope: "team", containedPermissionIds: { $manage_api_keys: true, $invite_members: true } },
    },
    "rbac.defaultPermissions": { teamCreator: { keeper: true } },
    ...more,
  });
}

/** A user who signed up with somebody else's address, whom the emailed link of theirs has verified. */
export async function preHijacked(p: TestProject, verifier: TestProject | ReturnType<TestProject["as"]>) {
  const attacker = await signUp(p);
  const code = codeIn((await mailbox({ to: attacker.email })).at(-1));
  const own = p.as(attacker);
  const { authenticator: passkey } = await register(p, attacker);
  const account = freshAddress();
  const link = { query: { type: "link", token: attacker.access_token } };
  await signInWithProvider(p, { email: account }, { provider: "github", ...link });
  expect((await verifier.client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
  // What they hold already sets up more, at any later time.
  const body = { user_id: "me", type: "email", used_for_auth: true, value: freshAddress() };
  const { body: channel } = await own.client("POST /contact-channels", { body });
  await p.server(changeOne, { params: paramsOf(channel), body: { is_verified: true } });
  const passwords = { old_password: password, new_password: newPassword };
  const headers = { "x-stack-refresh-token": attacker.refresh_token };
  expect((await own.client("POST /auth/password/update", { body: passwords, headers })).status).toBe(200);
  return { attacker, passkey, account, second: channel.value as string };
}

/** A user who signed up with somebody else's address and has a second factor, with the code of the emailed link. */
export async function withFactor(p: TestProject) {
  const attacker = await signUp(p);
  const app = authenticator();
  await p.as(attacker).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
  await p.as(attacker).client("POST /auth/mfa/recovery-codes");
  return { attacker, app, code: codeIn((await mailbox({ to: attacker.email }))[0]) };
}

/** Follows the link of the email that came of a sign-up, without a session. */
export async function followLink(p: TestProject, email: string): Promise<void> {
  const code = codeIn((await mailbox({ to: email }))[0]);
  expect((await p.client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
}

/** Resets the password of the user who signs in with an address, by its email. */
export async function resetByEmail(p: TestProject, email: string): Promise<void> {
  const body = { code: await resetCode(p, email), password: ownersPassword };
  expect((await p.client("POST /auth/password/reset", { body })).status).toBe(200);
}

/** The events of a user in the audit log, by their types. */
export async function auditTypes(p: TestProject, userId: string): Promise<string[]> {
  const { body } = await p.admin("GET /internal/audit-events", { query: { target_id: userId } });
  return body.items.map(({ type }: { type: string }) => type);
}
