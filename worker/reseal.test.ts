import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { selectOutgoingStoreKeys } from "./db/data-vault/queries";
import { selectOutgoingEndpoints } from "./db/outbox/queries";
import { resealConfig } from "./db/projects/changes";
import { selectOutgoingConfigs } from "./db/projects/queries";
import { projects } from "./db/projects/schema";
import { type SealCount, sealCounts } from "./db/seal-counts";
import { replaceTokens } from "./db/users/provider-tokens/changes";
import { selectOutgoingTokens } from "./db/users/provider-tokens/queries";
import { providerTokens, totpSecrets } from "./db/users/schema";
import { replaceTotpSecret, sealTotpSecret, selectOutgoingTotpSecrets } from "./db/users/totp";
import { resealTotpSecrets } from "./features/auth/mfa/jobs";
import { resealStoreKeys } from "./features/data-vault/jobs";
import { resealConfigs } from "./features/projects/jobs";
import { resealProviderTokens } from "./features/users/connected-accounts/jobs";
import { resealWebhookSecrets } from "./features/webhooks/jobs";
import { seal, sealOf, unknownSeal } from "./platform/sealing";
import { hashSecret } from "./platform/secrets";
import { authenticator } from "./testing/authenticator";
import { emailCode, otpProject } from "./testing/code-sign-ins";
import { stepOf } from "./testing/jobs";
import { mailbox } from "./testing/mailbox";
import { planOf } from "./testing/measured-databases";
import { password, resetCode, signUp } from "./testing/password-sign-ins";
import { db, project } from "./testing/project";
import { twoRotations, under } from "./testing/rotation";
import { d1 } from "./testing/shards";

const tasks = { resealTotpSecrets, resealConfigs, resealProviderTokens, resealStoreKeys, resealWebhookSecrets };

/** A project with users who have one and the same text as their sealed secret. */
async function manySecrets(count: number, sealedSecret: string): Promise<string> {
  const { id: projectId } = await project();
  await d1.batch([
    d1
      .prepare(
        `insert into users (project_id, id, ordinal, signed_up_at, last_active_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
       select ?1, 'user-' || i, (select coalesce(max(ordinal), 0) from users) + i, 0, 0 from n`,
      )
      .bind(projectId, count),
    d1
      .prepare(
        `insert into totp_secrets (project_id, user_id, sealed_secret)
       select project_id, id, ?2 from users where project_id = ?1`,
      )
      .bind(projectId, sealedSecret),
  ]);
  return projectId;
}

/** Counts the secrets of a project under each seal. */
async function sealsOf(projectId: string): Promise<Record<string, number>> {
  const [rows] = await db.batch([
    db.select({ seal: totpSecrets.seal }).from(totpSecrets).where(eq(totpSecrets.projectId, projectId)),
  ]);
  const counts: Record<string, number> = {};
  for (const { seal } of rows) counts[seal ?? ""] = (counts[seal ?? ""] ?? 0) + 1;
  return counts;
}

describe("the sweep of sealed values", () => {
  it.each(Object.entries(tasks))("%s sends nothing to the database without a previous root secret", async (_, task) => {
    const { first } = twoRotations();
    const root = first.SERVER_SECRET ?? "";
    for (const settings of [
      first,
      { ...first, SERVER_SECRET_NEXT: root },
      { ...first, SERVER_SECRET_PREVIOUS: root },
    ]) {
      const { outcome, cost } = await stepOf(task, settings);
      expect([outcome, cost.d1]).toEqual(["done", 0]);
    }
  });

  it.each(Object.entries(tasks))("%s reads next to nothing when all is sealed anew", async (_, task) => {
    const { second } = twoRotations();
    await manySecrets(1000, `${await sealOf(second.SERVER_SECRET ?? "")}:AAAA`);
    const { outcome, cost } = await stepOf(task, second);
    expect([outcome, cost.d1]).toEqual(["done", 1]);
    expect(cost.rowsRead).toBeLessThan(10);
    expect(cost.rowsWritten).toBe(0);
  });

  it("finds its rows by an index", async () => {
    const outgoing = { seal: unknownSeal, limit: 100 };
    for (const select of [
      selectOutgoingTotpSecrets,
      selectOutgoingTokens,
      selectOutgoingConfigs,
      selectOutgoingStoreKeys,
      selectOutgoingEndpoints,
    ]) {
      expect(await planOf(select(db, outgoing))).not.toMatch(/SCAN/);
    }
  });

  it("seals a bounded number of rows in one step, and ends, also with rows that no root secret opens", async () => {
    // Attack: rows that cannot be opened, in such a number that no step gets beyond them.
    const { first, second } = twoRotations();
    const [old, current] = [await sealOf(first.SERVER_SECRET ?? ""), await sealOf(second.SERVER_SECRET ?? "")];
    const projectId = await manySecrets(250, `${old}:AAAA`);
    await db.batch([
      db
        .update(totpSecrets)
        .set({
          sealedSecret: await sealTotpSecret(
            { current: first.SERVER_SECRET ?? "" },
            { projectId, userId: "user-7" },
            "AQID",
          ),
        })
        .where(and(eq(totpSecrets.projectId, projectId), eq(totpSecrets.userId, "user-7"))),
    ]);
    const { outcome, cost } = await stepOf(resealTotpSecrets, second);
    expect([outcome, cost.d1]).toEqual(["more", 2]);
    expect((await sealsOf(projectId))[old]).toBe(150);
    expect(await stepOf(resealTotpSecrets, second)).toMatchObject({ outcome: "more" });
    expect(await stepOf(resealTotpSecrets, second)).toMatchObject({ outcome: "done" });
    expect(await sealsOf(projectId)).toEqual({ [current]: 1, [unknownSeal]: 249 });
  });

  it("seals what does not name its key", async () => {
    const { second } = twoRotations();
    const root = second.SERVER_SECRET_PREVIOUS ?? "";
    const { id: projectId } = await project();
    const named = await seal({ current: root }, `config/${projectId}/emails.server.password`, "hunter2");
    const unnamed = `sealed:v1:${named.split(":")[3]}`;
    const configOverride = JSON.stringify({ "emails.server": { isShared: false, password: unnamed } });
    const isIt = eq(projects.projectId, projectId);
    await db.batch([db.update(projects).set({ configOverride, configSeal: "sealed:v1:" }).where(isIt)]);
    await stepOf(resealConfigs, second);
    const [[row]] = await db.batch([db.select().from(projects).where(isIt)]);
    const current = await sealOf(second.SERVER_SECRET ?? "");
    expect(row?.configSeal).toBe(current);
    expect(row?.configOverride).toContain(`"${current}:`);
  });

  it("is counted for the operator, per kind and seal", async () => {
    const { second } = twoRotations();
    const seal = await sealOf(second.SERVER_SECRET ?? "");
    await manySecrets(3, `${seal}:AAAA`);
    const { results } = await d1.prepare(sealCounts).all<SealCount>();
    expect(results).toContainEqual({ kind: "authenticator apps", seal, count: 3 });
  });

  it("overwrites nothing that is newer than what it read", async () => {
    const { first, second } = twoRotations();
    const projectId = await manySecrets(1, "sealed:v1:newer");
    const user = { projectId, userId: "user-1" };
    const p = await project();
    const config = {
      email_config: {
        type: "standard",
        host: "h",
        port: 25,
        username: "u",
        password: "newer",
        sender_name: "s",
        sender_email: "a@b.test",
      },
    };
    await under(first, p).admin("PATCH /internal/projects/current", { body: { config } });
    const serverSecrets = { current: second.SERVER_SECRET ?? "" };
    const older = { projectId: p.id, configOverride: JSON.stringify({ "emails.server.password": "sealed:v1:older" }) };
    const token = { projectId, id: "none", sealedAccessToken: "sealed:v1:older", sealedRefreshToken: null };
    const [secrets, tokens, configs] = await db.batch([
      replaceTotpSecret(db, user, { from: "sealed:v1:older", to: "sealed:v1:x" }) as never,
      replaceTokens(db, token, { sealedAccessToken: "sealed:v1:x", sealedRefreshToken: null }) as never,
      ...(await resealConfig(db, serverSecrets, older)),
    ]);
    expect([secrets, tokens, configs].map((result) => (result as D1Result).meta.changes)).toEqual([0, 0, 0]);
    expect(await sealsOf(projectId)).toEqual({ "sealed:v1:newer": 1 });
    expect(await db.batch([db.select().from(providerTokens).where(eq(providerTokens.projectId, projectId))])).toEqual([
      [],
    ]);
    const { body } = await under(first, p).admin("GET /internal/projects/current");
    expect(body.config.email_config.password).toBe("newer");
  });
});

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
