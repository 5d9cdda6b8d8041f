import { eq } from "drizzle-orm";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, inject, it } from "vitest";
import { sentEmails } from "./db/emails/schema";
import { type SealCount, sealCounts } from "./db/seal-counts";
import { resealStoreKeys } from "./features/data-vault/jobs";
import { resealConfigs } from "./features/projects/jobs";
import { sealOf } from "./platform/sealing";
import { authenticator } from "./testing/authenticator";
import { emailCode, otpProject, redeemCode } from "./testing/code-sign-ins";
import { signInAtIssuer } from "./testing/identity-provider";
import { passMinute, stepOf } from "./testing/jobs";
import { freshAddress, mailbox } from "./testing/mailbox";
import { beginFlow, codeForm, locationOf, oauthProject, returnWith } from "./testing/oauth-sign-ins";
import { signIn, signUp, signUpBody } from "./testing/password-sign-ins";
import { db, project, type TestProject } from "./testing/project";
import { expectError } from "./testing/refusals";
import { twoRotations, under } from "./testing/rotation";
import { sendRequest } from "./testing/send-request";
import { d1 } from "./testing/shards";
import { newPerson, visitVendor } from "./testing/vendors";

type Settings = Record<string, string>;

/** Holds what happens between the two rotations: a value is used, or only the scheduled tasks run. */
const between = {
  "the scheduled sweep": async (settings: Settings, _use: () => Promise<void>) => passMinute(settings),
  "one read": async (_settings: Settings, use: () => Promise<void>) => use(),
};

describe.each(Object.entries(between))("after two rotations of the root secret with %s in between", (_, pass) => {
  it("an authenticator app still completes a sign-in", async () => {
    // Attack: none is needed. An operator who rotates a leaked root secret twice locks out everybody with a second factor.
    const { first, second, third } = twoRotations();
    const p = await project();
    const { email, app } = await protectedUser(under(first, p));
    await pass(second, async () => {
      expect((await completeSignIn(under(second, p), email, await app.shows())).status).toBe(200);
    });
    const response = await completeSignIn(under(third, p), email, await app.shows(1));
    expect(response.status, JSON.stringify(response.body)).toBe(200);
  });

  it("the project's own mail server still takes its password", async () => {
    // Attack: none is needed. The password reads as empty, and the project's emails stop without a word.
    const { first, second, third } = twoRotations();
    const p = await project();
    await setMailServer(under(first, p));
    await pass(second, async () => void (await under(second, p).client("GET /projects/current")));
    const { email } = await signUp(under(third, p));
    expect(await mailbox({ to: email })).toMatchObject([{ authenticatedAs: "mailer@gatehouse.test" }]);
  });

  it("the project's own client at a provider still signs people in", async () => {
    const { first, second, third } = twoRotations();
    const p = await project();
    await setOwnGoogle(under(first, p));
    await pass(second, async () => void (await under(second, p).client("GET /projects/current")));
    const flow = await beginFlow(p, { settings: third });
    const { parameters } = await visitVendor(flow.location, { person: newPerson() });
    const response = await returnWith(flow, parameters, { settings: third });
    expect(response.status, JSON.stringify(response.body)).toBe(303);
    expect(locationOf(response).searchParams.get("code")).toBeTruthy();
  });

  it("the tokens that a provider gave are still there", async () => {
    const { first, second, third } = twoRotations();
    const p = await oauthProject();
    const userId = await connectedUser(p, first);
    await pass(second, async () => void (await providerToken(under(second, p), userId)));
    const response = await providerToken(under(third, p), userId);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    expect(response.body.access_token).toEqual(expect.any(String));
  });
});

describe("a secret that no configured root secret opens", () => {
  it("reads as it is stored, neither empty nor open, and an email by it is a named failure in the log", async () => {
    // Attack: rotate twice at once; settings that read as empty are then saved empty over what could still be opened.
    const { first, second, third } = twoRotations();
    const p = await project();
    await setMailServer(under(first, p));
    const { email } = await signUpWithoutEmail(under(third, p));
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
    expect(await deliveriesOf(p)).toMatchObject([
      {
        error: {
          errorType: "unreadable-password",
          canRetry: false,
          message:
            "The password of the email server cannot be read any more. Please enter it again in the project's email settings.",
        },
      },
    ]);
    const { body } = await under(third, p).admin("GET /internal/projects/current");
    expect(body.config.email_config.password).toMatch(/^sealed:v2:[0-9a-f]{12}:[\w-]{16}$/);

    // The whole mail server is written as it was read, as the official clients do to change its sender.
    await setConfig(under(third, p), { email_config: { ...body.config.email_config, sender_name: "Acme Email" } });
    const { body: restored } = await under(second, p).admin("GET /internal/projects/current");
    expect(restored.config.email_config).toMatchObject({ password: "corrèct horse", sender_name: "Acme Email" });
  });

  it("gives way to one that is entered again, in either spelling", async () => {
    const { first, third } = twoRotations();
    const p = await project();
    await setMailServer(under(first, p));
    const patch = JSON.stringify({ "emails.server.password": "corrèct horse" });
    const changed = await under(third, p).admin("PATCH /internal/config/override", {
      body: { config_override_string: patch },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { email } = await signUp(under(third, p));
    expect(await mailbox({ to: email })).toMatchObject([{ authenticatedAs: "mailer@gatehouse.test" }]);
  });

  it("does not stand in the way of other projects of the same owner, nor of other settings", async () => {
    const { first, third } = twoRotations();
    const p = await project();
    await setOwnGoogle(under(first, p));
    await setConfig(under(third, p), { magic_link_enabled: true });
    const { status, body } = await under(third, p).admin("GET /internal/projects/current");
    expect([status, body.config.magic_link_enabled]).toEqual([200, true]);
    expect(body.config.oauth_providers).toMatchObject([{ client_secret: expect.stringMatching(/^sealed:v2:/) }]);
  });
});

describe("a rotation of the root secret", () => {
  it("ends no session: access tokens signed before still verify, and refresh tokens work", async () => {
    const { first, second } = twoRotations();
    const p = await project();
    const { user_id, ...tokens } = await signUp(under(first, p));
    const me = await under(second, p).as(tokens).client("GET /users/me");
    expect([me.status, me.body.id]).toEqual([200, user_id]);
    const refreshed = await under(second, p).as(tokens).client("POST /auth/sessions/current/refresh");
    expect(refreshed.status).toBe(200);
  });

  it("is announced: the key set has the next key before it signs, so that cached key sets verify what it signs", async () => {
    // Attack: none is needed. A third party that keeps the key set for its hour refuses every token after a rotation.
    const { first, second } = twoRotations();
    const announced = { ...first, SERVER_SECRET_NEXT: second.SERVER_SECRET ?? "" };
    const p = await project();
    const before = await keySet(p, first);
    const cached = await keySet(p, announced);
    expect(before.keys).toHaveLength(1);
    expect(cached.keys).toEqual([before.keys[0], expect.objectContaining({ kty: "EC", alg: "ES256" })]);

    const old = await signUp(under(announced, p));
    expect(decodeProtectedHeader(old.access_token).kid).toBe(before.keys[0]?.kid);
    const fresh = await signUp(under(second, p));
    expect(decodeProtectedHeader(fresh.access_token).kid).toBe(cached.keys[1]?.kid);
    for (const { access_token } of [old, fresh]) await jwtVerify(access_token, createLocalJWKSet(cached));

    // While the promotion is deployed, some isolates still have the settings of before.
    const me = await under(announced, p).as(fresh).client("GET /users/me");
    expect([me.status, me.body.id]).toEqual([200, fresh.user_id]);
    const { email, app } = await protectedUser(under(second, p));
    expect((await completeSignIn(under(announced, p), email, await app.shows())).status).toBe(200);
    expect(
      (await completeSignIn(under({ SERVER_SECRET: second.SERVER_SECRET ?? "" }, p), email, await app.shows(1))).status,
    ).toBe(200);
  });

  // Evidence: rotation-under-load-loses-nothing
  it("loses nothing of what is written meanwhile by isolates of both settings, while the sweep runs", async () => {
    // Attack: none is needed. While the promotion is deployed, an emailed code, a stored value or a setting of one isolate is unknown
    // to another. Or it is still sealed under the old secret when that is removed.
    const { first, second } = twoRotations();
    const announced = { ...first, SERVER_SECRET_NEXT: second.SERVER_SECRET ?? "" };
    const p = await otpProject({ "dataVault.stores.early": {}, "dataVault.stores.late": {} });
    const both = [under(announced, p), under(second, p)] as const;
    const directions = [both, [both[1], both[0]] as const];
    const codes = await Promise.all(both.map((each) => emailCode(each)));
    const users = await Promise.all(both.map((each) => signUp(each)));
    await setMailServer(both[0]);
    const sweeps = [resealStoreKeys, resealConfigs].map((task) => stepOf(task, second));
    const written = both.map((each, index) => setValue(each, ["early", "late"][index], `written by ${index}`));
    expect((await Promise.all(written)).map(({ status }) => status)).toEqual([200, 200]);
    await Promise.all([...sweeps, both[0].admin("PATCH /internal/config/override", { body: renamedSender })]);
    for (const [index, [from, to]] of directions.entries()) {
      const { typed, nonce } = codes[index] ?? { typed: "", nonce: "" };
      const redeemed = await redeemCode(to, typed + nonce);
      expect([index, redeemed.status, redeemed.body.is_new_user]).toEqual([index, 200, true]);
      const tokens = users[index] ?? { access_token: "", refresh_token: "" };
      for (const each of [from, to]) {
        expect((await each.as(tokens).client("POST /auth/sessions/current/refresh")).status).toBe(200);
        expect((await getValue(each, ["early", "late"][index])).body.encrypted_value).toBe(`written by ${index}`);
      }
    }

    await passMinute(second);
    const left = (await d1.prepare(sealCounts).all<SealCount>()).results.map(({ seal }) => seal);
    expect(left).not.toContain(await sealOf(first.SERVER_SECRET ?? ""));
    const after = under({ SERVER_SECRET: second.SERVER_SECRET ?? "" }, p);
    expect((await getValue(after, "early")).body.encrypted_value).toBe("written by 0");
    const { body } = await after.admin("GET /internal/projects/current");
    expect(body.config.email_config).toMatchObject({ password: "corrèct horse", sender_name: "Renamed" });
  });

  // Evidence: old-root-secret-signs-nothing-after-rotation
  it("401 for an access token that the old secret has signed, once that is removed", async () => {
    // Attack: someone who knew the root secret goes on making access tokens of whomever they like after it was rotated.
    const { first, second } = twoRotations();
    const p = await project();
    const { access_token } = await signUp(under(first, p));
    const statusUnder = async (settings: Settings) =>
      (await under(settings, p).as({ access_token }).client("GET /users/me")).status;
    expect(await statusUnder(second)).toBe(200);
    expect(await statusUnder({ SERVER_SECRET: second.SERVER_SECRET ?? "" })).toBe(401);
  });

  it("publishes no key twice when a step is forgotten", async () => {
    const { first } = twoRotations();
    const root = first.SERVER_SECRET ?? "";
    const { keys } = await keySet(await project(), {
      ...first,
      SERVER_SECRET_PREVIOUS: root,
      SERVER_SECRET_NEXT: root,
    });
    expect(keys).toHaveLength(1);
  });
});

const renamedSender = { config_override_string: JSON.stringify({ "emails.server.senderName": "Renamed" }) };

const vaultKey = "mIl6Zh5gKSndkLIOOZ5bNbedij15RRuefNlBnH6rEGY=";

function setValue(p: TestProject, store_id = "", encrypted_value = "") {
  const body = { hashed_key: vaultKey, encrypted_value };
  return p.server("POST /data-vault/stores/{store_id}/set", { params: { store_id }, body });
}

function getValue(p: TestProject, store_id = "") {
  return p.server("POST /data-vault/stores/{store_id}/get", { params: { store_id }, body: { hashed_key: vaultKey } });
}

async function keySet(p: TestProject, settings: Settings): Promise<{ keys: { kid: string; kty: string }[] }> {
  const params = { project_id: p.id };
  return (await sendRequest("GET /projects/{project_id}/.well-known/jwks.json", { params, settings })).body;
}

/** A user with a password and an authenticator app. */
async function protectedUser(p: TestProject) {
  const { email, user_id } = await signUp(p);
  const app = authenticator();
  const body = { totp_secret_base64: app.secretBase64 };
  expect((await p.server("PATCH /users/{user_id}", { params: { user_id }, body })).status).toBe(200);
  return { email, app };
}

/** Signs a user up whose verification email does not go out. */
async function signUpWithoutEmail(p: TestProject) {
  const email = freshAddress();
  const response = await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { email };
}

async function deliveriesOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id))]);
  return rows;
}

async function completeSignIn(p: TestProject, email: string, totp: string) {
  const stopped = await signIn(p, email);
  expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
  return p.client("POST /auth/mfa/sign-in", { body: { type: "totp", totp, code: stopped.body.details.attempt_code } });
}

async function setConfig(p: TestProject, config: object): Promise<void> {
  expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
}

function setMailServer(p: TestProject): Promise<void> {
  const sender = { sender_name: "Acme", sender_email: "mail@acme.test" };
  const server = { host: "127.0.0.1", port: inject("mailServers").plainPort, ...sender };
  const credentials = { username: "mailer@gatehouse.test", password: "corrèct horse" };
  return setConfig(p, { email_config: { type: "standard", ...server, ...credentials } });
}

function setOwnGoogle(p: TestProject): Promise<void> {
  const keys = { type: "standard", client_id: "google-client", client_secret: "google-secret" };
  return setConfig(p, { oauth_providers: [{ id: "google", ...keys }] });
}

/** A user who has signed in at the local identity provider, which gave tokens for its API. */
async function connectedUser(p: TestProject, settings: Settings): Promise<string> {
  const flow = await beginFlow(p, { settings });
  const { searchParams } = await signInAtIssuer(flow.location, { email: freshAddress() });
  const response = await returnWith(flow, searchParams, { settings });
  const { body } = await sendRequest("POST /auth/oauth/token", { body: codeForm(p, flow, response), settings });
  const me = await under(settings, p).as(body).client("GET /users/me");
  return me.body.id;
}

function providerToken(p: TestProject, userId: string) {
  return p.server("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
    params: { user_id: userId, provider_id: "google" },
    body: {},
  });
}
