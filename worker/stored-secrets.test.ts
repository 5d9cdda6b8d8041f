import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { hashSecret } from "./platform/secrets";
import { authenticator } from "./testing/authenticator";
import { emailCode, otpProject } from "./testing/code-sign-ins";
import { mailbox } from "./testing/mailbox";
import { password, resetCode, signUp } from "./testing/password-sign-ins";
import { d1 } from "./testing/shards";

/** Every value of every row in the database, as text. */
async function storedTexts(): Promise<string> {
  const { results: tables } = await d1
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'test%'
         and name not like '\\_cf%' escape '\\'`,
    )
    .all<{ name: string }>();
  const rows = await Promise.all(tables.map(({ name }) => d1.prepare(`select * from "${name}"`).all()));
  return rows.map(({ results }) => JSON.stringify(results)).join("\n");
}

// Evidence: nothing-stored-opens-account
// Attack: reading the database (a backup, a log, an injection), to sign in as somebody with what is found there.
it("nothing that is stored opens an account", async () => {
  const p = await otpProject({ "apiKeys.enabled.user": true });
  const user = await signUp(p);
  const params = { user_id: user.user_id };
  await p.server("PATCH /users/{user_id}", { params, body: { primary_email_verified: true, otp_auth_enabled: true } });
  const verification = (await mailbox({ to: user.email }))[0]?.links[0];
  const reset = await resetCode(p, user.email);
  const { typed, nonce } = await emailCode(p, user.email);
  const app = authenticator();
  const server = await p.server("POST /auth/sessions", { body: { user_id: user.user_id } });
  const cli = (await p.client("POST /auth/cli")).body;
  const completion = { login_code: cli.login_code, refresh_token: user.refresh_token };
  expect((await p.client("POST /auth/cli/complete", { body: completion })).status).toBe(200);
  await p.server("PATCH /users/{user_id}", { params, body: { totp_secret_base64: app.secretBase64 } });
  const apiKey = await p.server("POST /user-api-keys", {
    body: { user_id: user.user_id, description: "Robot", expires_at_millis: null, is_public: false },
  });
  const login = env.CLI_LOGIN.get(env.CLI_LOGIN.idFromString(cli.polling_code.slice(0, 64)));
  const loginTexts = await runInDurableObject(login, (_, state) => JSON.stringify([...state.storage.kv.list()]));
  const stored = `${await storedTexts()}\n${loginTexts}`.toLowerCase();
  expect(stored).toContain(user.email);

  const secrets: Record<string, string> = {
    password,
    accessToken: user.access_token,
    refreshToken: user.refresh_token,
    serverSession: server.body.refresh_token,
    verification: new URL(verification ?? "").searchParams.get("code") ?? "",
    reset,
    typed,
    nonce,
    pollingCode: cli.polling_code.slice(64),
    loginCode: cli.login_code.slice(64),
    totpSecret: app.secretBase64,
    apiKey: apiKey.body.value,
    ...p.keys,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toMatch(/.{6}/);
    expect(stored.includes(secret.toLowerCase()), name).toBe(false);
  }
  // The client that requests a sign-in code has its nonce: 30 bits are left to guess, with which each guess could be compared.
  expect(stored).not.toContain((await hashSecret(typed.toLowerCase() + nonce)).toLowerCase());
});
