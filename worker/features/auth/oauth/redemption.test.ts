import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { projects } from "../../../db/projects/schema";
import { sessions } from "../../../db/sessions/schema";
import { advanceCredentials } from "../../../db/users/changes";
import { providerTokens } from "../../../db/users/schema";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeFor,
  codeForm,
  oauthProject,
  returnAs,
  signInWithProvider,
} from "../../../testing/oauth-sign-ins";
import { anonymousUser, signUp } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { exchange, isAlive, signedIn } from "../../../testing/sign-ins";
import { codesOf, create, expectSignedIn, idsOf, linksOf, subjectOf, verified } from "./oauth.fixtures";

const visitor = () => ({ email: freshAddress() });

const google = { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true };

const configure = (p: TestProject, override: Record<string, unknown>) =>
  db.batch([
    db
      .update(projects)
      .set({ configOverride: JSON.stringify({ "auth.oauth.providers.google": google, ...override }) })
      .where(eq(projects.projectId, p.id)),
  ]);

const linking = async (p: TestProject, userId: string) => ({
  query: { type: "link", token: (await signedIn(p, userId)).access_token },
});

async function tokensOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(providerTokens).where(eq(providerTokens.projectId, p.id))]);
  return rows;
}

describe("redeeming a code", () => {
  it("writes nothing before, and user, link and tokens with it, in two round trips", async () => {
    const p = await oauthProject({ "teams.createPersonalTeamOnSignUp": true });
    const form = await codeFor(p, visitor());
    expect([await idsOf(p), await tokensOf(p)]).toEqual([[], []]);
    const response = await exchange(form);
    expectSignedIn(response, subjectOf(response), true);
    expect(response.cost.d1).toBe(2);
    expect(await idsOf(p)).toEqual([subjectOf(response)]);
    expect([(await linksOf(p, subjectOf(response))).length, (await tokensOf(p)).length]).toEqual([1, 1]);
  });

  it("takes two round trips too when it links, merges, upgrades or signs in", async () => {
    const p = await oauthProject();
    const linked = await codeFor(p, visitor(), await linking(p, await create(p, {})));
    const merged = visitor();
    await create(p, { primary_email: merged.email, ...verified });
    const { tokens } = await anonymousUser(p);
    const upgraded = await codeFor(p, visitor(), { query: { token: tokens.access_token } });
    for (const form of [linked, await codeFor(p, merged), upgraded]) {
      const response = await exchange(form);
      expect([response.status, response.cost.d1]).toEqual([200, 2]);
    }
    const again = await exchange(await codeFor(p, merged));
    expect([again.status, again.cost.d1]).toEqual([200, 2]);
  });

  it("gives the project the provider's token", async () => {
    const p = await oauthProject();
    const { body } = await signInWithProvider(p);
    const response = await p.as(body).client("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
      params: { user_id: "me", provider_id: "google" },
      body: {},
    });
    expect([response.status, response.body]).toEqual([201, { access_token: expect.any(String) }]);
  });

  it("leaves the code and everything else as it was when the writes fail", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    const trigger = `fails_${p.id.replaceAll("-", "")}`;
    await d1
      .prepare(
        `create trigger ${trigger} before insert on sessions when new.project_id = '${p.id}'
       begin select raise(abort, 'power cut'); end`,
      )
      .run();
    const logged = vi.spyOn(console, "error").mockReturnValue();
    expect((await exchange(form)).status).toBe(500);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    expect([await idsOf(p), await tokensOf(p), await codesOf(p)]).toEqual([[], [], [false]]);
    await d1.prepare(`drop trigger ${trigger}`).run();
    const response = await exchange(form);
    expectSignedIn(response, subjectOf(response), true);
  });
});

describe("a code that is redeemed a second time", () => {
  // Evidence: ends-session-came
  it("ends the session that came from it", async () => {
    // Attack: a thief with the code and its verifier redeems it before or after the app (RFC 6749 section 4.1.2).
    const p = await oauthProject();
    const who = visitor();
    const other = await signInWithProvider(p, who);
    const form = await codeFor(p, who);
    const { body: tokens } = await exchange(form);
    expect(await isAlive(p, tokens)).toBe(true);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expect(await isAlive(p, tokens)).toBe(false);
    expect(await isAlive(p, other.body)).toBe(true);
  });

  it("ends no session for one who lacks the verifier, or is another client", async () => {
    // Attack: a code that is seen in a log or a history is sent again, to sign its user out.
    const [p, stranger] = [await oauthProject(), await oauthProject()];
    const form = await codeFor(p, visitor());
    const { body: tokens } = await exchange(form);
    for (const code_verifier of ["wrong", undefined]) {
      expectError(await exchange({ ...form, code_verifier }), 400, "INVALID_AUTHORIZATION_CODE");
    }
    const elsewhere = { ...form, client_id: stranger.id, client_secret: stranger.keys.client };
    expectError(await exchange(elsewhere), 400, "INVALID_AUTHORIZATION_CODE");
    const wrongKey = { ...form, client_secret: stranger.keys.client };
    expectError(await exchange(wrongKey), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
    expect(await isAlive(p, tokens)).toBe(true);
  });

  // Evidence: ends-session-12-once-made
  it("ends the session of the one of 12 at once that made it", async () => {
    // Attack: the thief and the app redeem at once; a session that only the thief holds must not stay.
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    const responses = await Promise.all(Array.from({ length: 12 }, () => exchange(form)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [rows] = await db.batch([db.select().from(sessions).where(eq(sessions.projectId, p.id))]);
    expect(rows).toEqual([]);
    expect([(await idsOf(p)).length, (await tokensOf(p)).length]).toEqual([1, 1]);
  });
});

describe("a code whose flow no longer comes to what was decided", () => {
  /** A refused code has written nothing and is used up. */
  async function expectSpent(p: TestProject, form: object): Promise<void> {
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expect(await tokensOf(p)).toEqual([]);
  }

  it("400 SIGN_UP_NOT_ENABLED once sign-up is off", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    await configure(p, { "auth.allowSignUp": false });
    const response = await exchange(form);
    expectError(response, 400, "SIGN_UP_NOT_ENABLED");
    expect(response.body.error).not.toBe("");
    expect(await idsOf(p)).toEqual([]);
    await expectSpent(p, form);
  });

  it("400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED once the provider is off", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    await configure(p, { "auth.oauth.providers.google": { ...google, allowSignIn: false } });
    expectError(await exchange(form), 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
    await configure(p, {});
    await expectSpent(p, form);
    expect(await idsOf(p)).toEqual([]);
  });

  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE once another user has taken the address", async () => {
    const p = await oauthProject();
    const who = visitor();
    const form = await codeFor(p, who);
    const { user_id: userId } = await signUp(p, who);
    const response = await exchange(form);
    expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
    expect(response.body.error).not.toBe("");
    expect([await idsOf(p), await linksOf(p, userId)]).toEqual([[userId], []]);
    await expectSpent(p, form);
  });

  it("409 OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER once another user has linked the account", async () => {
    const p = await oauthProject();
    const who = visitor();
    const userId = await create(p, {});
    const form = await codeFor(p, who, await linking(p, userId));
    const holder = subjectOf(await signInWithProvider(p, who));
    expectError(await exchange(form), 409, "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER");
    expect([await linksOf(p, userId), (await linksOf(p, holder)).length]).toEqual([[], 1]);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  it("400 INVALID_AUTHORIZATION_CODE once the account signs another user in", async () => {
    const p = await oauthProject();
    const who = visitor();
    const first = subjectOf(await signInWithProvider(p, who));
    const form = await codeFor(p, who);
    const [link] = await linksOf(p, first);
    const params = { user_id: first, provider_id: link?.id ?? "" };
    await p.server("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
    await p.server("PATCH /users/{user_id}", { params: { user_id: first }, body: { primary_email: freshAddress() } });
    const second = subjectOf(await signInWithProvider(p, who));
    expect(second).not.toBe(first);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  it("400 INVALID_AUTHORIZATION_CODE once the user's credentials are replaced, for a link", async () => {
    // Attack: a code from before the owner took their account back is redeemed after it.
    const p = await oauthProject();
    const userId = subjectOf(await signInWithProvider(p));
    const form = await codeFor(p, visitor(), await linking(p, userId));
    await db.batch([advanceCredentials(db, { projectId: p.id, userId })]);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("400 INVALID_AUTHORIZATION_CODE once the account is no longer the user's, for a sign-in", async () => {
    // Attack: an account was planted, and a code of it from before its owner removed it is redeemed after it.
    const p = await oauthProject();
    const who = visitor();
    const userId = subjectOf(await signInWithProvider(p, who));
    const form = await codeFor(p, who);
    const [link] = await linksOf(p, userId);
    const params = { user_id: userId, provider_id: link?.id ?? "" };
    expect((await p.server("DELETE /oauth-providers/{user_id}/{provider_id}", { params })).status).toBe(200);
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: { primary_email: freshAddress() } });
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  // Evidence: sessions-end-no-sign-in-by-a-provider
  it("200 for a sign-in, and for one with an address that the user has proven, though credentials are replaced meanwhile", async () => {
    // Attack: who has stolen a session replaces credentials four times a second. The owner signs in by a provider alone, so they
    // never get in again to end the session.
    const p = await oauthProject();
    const who = visitor();
    const userId = subjectOf(await signInWithProvider(p, who));
    for (const provider of ["google", "github"]) {
      const form = await codeFor(p, who, { provider });
      await db.batch([advanceCredentials(db, { projectId: p.id, userId })]);
      expect(subjectOf(await exchange(form))).toBe(userId);
    }
  });

  it("401 ACCESS_TOKEN_EXPIRED at the callback for a link that began before the credentials were replaced", async () => {
    // Attack: a link to an account of the attacker, begun with a stolen token, is finished after the owner's reset.
    const p = await oauthProject();
    const userId = await create(p, {});
    const flow = await beginFlow(p, await linking(p, userId));
    await db.batch([advanceCredentials(db, { projectId: p.id, userId })]);
    expectError(await returnAs(flow, visitor()), 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });

  it("401 ACCESS_TOKEN_EXPIRED at the callback, and 400 INVALID_AUTHORIZATION_CODE later, once the session of a link is over", async () => {
    // Attack: the access token of an ended session links an account of the attacker, who then signs in by it for good.
    const p = await oauthProject();
    const userId = await create(p, {});
    const session = await signedIn(p, userId);
    const query = { type: "link", token: session.access_token };
    const [early, late] = [await beginFlow(p, { query }), await beginFlow(p, { query })];
    const form = codeForm(p, early, await returnAs(early, visitor()));
    await p.as(session).client("DELETE /auth/sessions/current", { body: {} });
    expectError(await returnAs(late, visitor()), 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expect(await linksOf(p, userId)).toEqual([]);
  });

  it("403 REAUTHENTICATION_REQUIRED at the callback for a link by a user who has long not shown who they are", async () => {
    // Attack: on a computer that is left unlocked someone links an account of their own, and signs in by it for good.
    const p = await oauthProject({ "auth.sessions.reauthenticationMinutes": 15 });
    const userId = await create(p, { primary_email: freshAddress(), ...verified });
    const flow = await beginFlow(p, await linking(p, userId));
    expectError(await returnAs(flow, visitor()), 403, "REAUTHENTICATION_REQUIRED", {
      max_age_millis: 900_000,
      methods: ["code"],
      requires_totp: false,
    });
    expect(await linksOf(p, userId)).toEqual([]);
  });

  it("403 at the callback for a link by someone who impersonates the user", async () => {
    // Attack: a member of the support links an account of their own to the user whom they impersonate.
    const p = await oauthProject();
    const userId = await create(p, {});
    const { access_token: token } = await signedIn(p, userId, { is_impersonation: true });
    const flow = await beginFlow(p, { query: { type: "link", token } });
    const text = "An impersonation session cannot change what outlasts it.";
    expectPlainError(await returnAs(flow, visitor()), 403, text);
    expect(await linksOf(p, userId)).toEqual([]);
  });
});
