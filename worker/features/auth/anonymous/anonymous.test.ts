import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import { oauthProject } from "../../../testing/oauth-sign-ins";
import { password, signIn, signUp, signUpBody } from "../../../testing/password-sign-ins";
import { internalProject, project, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { claimsOf, deletedWhileSigningIn, exchange, isAlive, refreshForm } from "../../../testing/sign-ins";
import { callbackFor } from "../oauth/oauth.fixtures";

const key = "POST /auth/anonymous/sign-up";

async function anonymous(p: TestProject) {
  const { body } = await p.client(key);
  return body as { access_token: string; refresh_token: string; user_id: string };
}

describe("POST /auth/anonymous/sign-up", () => {
  deletedWhileSigningIn(async () => {
    const p = await project();
    return { projectId: p.id, send: () => p.client(key) };
  });

  it("400 ANONYMOUS_ACCOUNTS_NOT_ENABLED on the internal project", async () => {
    // Attack: where owners cannot sign up, a stranger takes an anonymous account, makes a team, and owns projects.
    expectError(await internalProject().client(key), 400, "ANONYMOUS_ACCOUNTS_NOT_ENABLED");
  });

  it("200 makes a user without any fields and signs them in, in two round trips", async () => {
    const p = await project();
    const response = await p.client(key);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: expect.any(String),
      is_new_user: true,
    });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 0 });
    const { body: me } = await p.as(response.body).client("GET /users/me");
    expect(me).toMatchObject({
      id: response.body.user_id,
      is_anonymous: true,
      display_name: null,
      primary_email: null,
      has_password: false,
      otp_auth_enabled: false,
    });
  });

  it("signs for the audience and by the issuer of anonymous users, at refresh too", async () => {
    const p = await project();
    const tokens = await anonymous(p);
    const { body: refreshed } = await exchange(refreshForm(p, tokens.refresh_token));
    for (const { access_token } of [tokens, refreshed]) {
      expect(claimsOf(access_token)).toMatchObject({
        iss: `http://localhost:8787/api/v1/projects-anonymous-users/${p.id}`,
        aud: `${p.id}:anon`,
        sub: tokens.user_id,
        role: "authenticated",
        name: null,
        email: null,
        email_verified: false,
        is_anonymous: true,
      });
    }
  });

  it("200 where sign-up is off, and another user each time, also with an access token", async () => {
    const p = await project({ "auth.allowSignUp": false });
    const first = await anonymous(p);
    const { body: second } = await p.as(first).client(key);
    expect(second.user_id).not.toBe(first.user_id);
    expect(await isAlive(p, first)).toBe(true);
  });

  it("400 ANONYMOUS_ACCOUNTS_NOT_ENABLED where the project has them off; nothing is written", async () => {
    const p = await project({ "auth.anonymous.allowSignUp": false });
    const response = await p.client(key);
    expectError(response, 400, "ANONYMOUS_ACCOUNTS_NOT_ENABLED");
    expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0 });
    const { body } = await p.server("GET /users", { query: { include_anonymous: "true" } });
    expect(body.items).toEqual([]);
  });

  it("400 ANONYMOUS_ACCOUNTS_NOT_ENABLED for browsers whose client reports what visitors do, unless the project allows it", async () => {
    // Attack: nobody asks for an account. The telemetry of newer official clients signs every visitor up after ten seconds.
    const p = await project();
    const from = (client: string, browser = "Mozilla/5.0") =>
      p.client(key, { headers: { "x-stack-client-version": client, "user-agent": browser } });
    expectError(await from("js @stackframe/react@2.8.77"), 400, "ANONYMOUS_ACCOUNTS_NOT_ENABLED");
    expect((await from("js @stackframe/js@2.8.51")).status).toBe(200);
    expect((await from("js @stackframe/js@2.8.108", "node")).status).toBe(200);
    const allowing = await project({ "auth.anonymous.allowTelemetryClients": true });
    const headers = { "x-stack-client-version": "js @stackframe/react@2.8.108", "user-agent": "Mozilla/5.0" };
    expect((await allowing.client(key, { headers })).status).toBe(200);
  });

  it("leaves anonymous users from before signed in where the project switches them off", async () => {
    const p = await project();
    const tokens = await anonymous(p);
    const config_override_string = JSON.stringify({ "auth.anonymous.allowSignUp": false });
    await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
    expect(await isAlive(p, tokens)).toBe(true);
    expect((await signUp(p, { tokens })).user_id).toBe(tokens.user_id);
  });

  it("200 with a personal team where the project gives one", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true });
    const { body } = await p.as(await anonymous(p)).client("GET /users/me");
    expect(body.selected_team).toMatchObject({ display_name: "Personal Team" });
  });

  it("200 with an empty JSON body, as some clients send one", async () => {
    expect((await (await project()).client(key, { body: {} })).status).toBe(200);
  });
});

describe("an anonymous user", () => {
  it("is left out of lists unless the request includes them", async () => {
    const p = await project();
    const { user_id } = await anonymous(p);
    expect((await p.server("GET /users")).body.items).toEqual([]);
    const { body } = await p.server("GET /users", { query: { include_anonymous: "true" } });
    expect(body.items).toMatchObject([{ id: user_id, is_anonymous: true }]);
  });

  it.each([undefined, "false", "1", "TRUE"])(
    "401 ANONYMOUS_AUTHENTICATION_NOT_ALLOWED when X-Stack-Allow-Anonymous-User is %j",
    async (allow) => {
      const p = await project();
      const { access_token } = await anonymous(p);
      const headers = {
        ...tierHeaders(p.id, "client", p.keys.client),
        "x-stack-access-token": access_token,
        "x-stack-allow-anonymous-user": allow,
      };
      expectError(await sendRequest("GET /users/me", { headers }), 401, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED");
    },
  );

  it("becomes the user who signs up with a password, and counts as one", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true });
    const tokens = await anonymous(p);
    const { email, user_id, access_token } = await signUp(p, { tokens });
    expect(user_id).toBe(tokens.user_id);
    expect(claimsOf(access_token)).toMatchObject({ aud: p.id, is_anonymous: false, email });
    expect((await p.server("GET /users")).body.items).toMatchObject([
      { id: user_id, is_anonymous: false, selected_team: { display_name: `${email}'s Team` } },
    ]);
    expect((await signIn(p, email)).body.user_id).toBe(user_id);
  });

  // Attack: session fixation: planting an anonymous user's tokens with a victim, and waiting for them to sign up.
  it("revokes the tokens from before once they sign up with a password", async () => {
    const p = await project();
    const tokens = await anonymous(p);
    await signUp(p, { tokens });
    expect(await isAlive(p, tokens)).toBe(false);
    expectError(await p.as(tokens).client("GET /users/me"), 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    const again = await p.as(tokens).client("POST /auth/password/sign-up", { body: signUpBody() });
    expectError(again, 401, "ACCESS_TOKEN_EXPIRED");
  });

  it("keeps the session when a server makes them a regular user", async () => {
    const p = await project();
    const tokens = await anonymous(p);
    await p.server("PATCH /users/{user_id}", { params: { user_id: tokens.user_id }, body: { is_anonymous: false } });
    expectError(await p.as(tokens).client("GET /users/me"), 401, "ACCESS_TOKEN_EXPIRED");
    const { body: refreshed } = await exchange(refreshForm(p, tokens.refresh_token));
    expect((await p.as(refreshed).client("GET /users/me")).body).toMatchObject({
      id: tokens.user_id,
      is_anonymous: false,
    });
  });

  it("may set a password, but has no address to sign in with", async () => {
    const p = await project();
    const tokens = await anonymous(p);
    expect((await p.as(tokens).client("POST /auth/password/set", { body: { password } })).status).toBe(200);
    expect((await p.as(tokens).client("GET /users/me")).body).toMatchObject({
      is_anonymous: true,
      primary_email: null,
    });
  });

  it("400 SIGN_UP_NOT_ENABLED for an address, a passkey or an account that would sign them in, where sign-up is off", async () => {
    // Attack: in a project that takes no new accounts, a stranger turns an anonymous account into a permanent one. Or they hold
    // the address of another person, who then cannot be given an account with it.
    const p = await oauthProject({ "auth.allowSignUp": false, "auth.passkey.allowSignIn": true });
    const tokens = await anonymous(p);
    const own = p.as(tokens);
    const channel = { user_id: "me", type: "email", value: freshAddress() };
    const contact = await own.client("POST /contact-channels", { body: { ...channel, used_for_auth: false } });
    expect(contact.status).toBe(201);
    const params = { user_id: tokens.user_id, contact_channel_id: contact.body.id };
    const refused = [
      await own.client("POST /contact-channels", { body: { ...channel, value: freshAddress(), used_for_auth: true } }),
      await own.client("PATCH /contact-channels/{user_id}/{contact_channel_id}", {
        params,
        body: { used_for_auth: true },
      }),
      await own.client("POST /auth/passkey/initiate-passkey-registration", { body: {} }),
      await callbackFor(p, { email: freshAddress() }, { type: "link", token: tokens.access_token }),
    ];
    for (const response of refused) expectError(response, 400, "SIGN_UP_NOT_ENABLED");
    const { body: user } = await p.server("GET /users/{user_id}", { params: { user_id: tokens.user_id } });
    expect(user).toMatchObject({ oauth_providers: [], passkey_auth_enabled: false });
    const { body: listed } = await p.server("GET /contact-channels", { query: { user_id: tokens.user_id } });
    expect(listed.items).toMatchObject([{ value: channel.value, used_for_auth: false }]);
  });

  it("201 for an address to sign in with from a server, also where sign-up is off", async () => {
    const p = await project({ "auth.allowSignUp": false });
    const { user_id } = await anonymous(p);
    const body = { user_id, type: "email", value: freshAddress(), used_for_auth: true };
    expect((await p.server("POST /contact-channels", { body })).status).toBe(201);
  });
});
