import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authorizationCodes } from "../../../db/oauth-flows/schema";
import { users } from "../../../db/users/schema";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { claimsOf, exchange, isAlive, sessionRow } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import {
  blog,
  changeSession,
  type HostedSession,
  hostedProject,
  hostedSession,
  reconfigure,
  redemption,
  sessionIdsOf,
  shop,
  signInOn,
  visit,
} from "./hosted.fixtures";

/** Everything that a code of the hosted pages is refused with, with no session made of it. */
async function expectRefused(p: TestProject, session: HostedSession, form: Record<string, unknown>): Promise<void> {
  const before = await sessionIdsOf(p, session.userId);
  const response = await exchange(form);
  expect(response.body).not.toHaveProperty("refresh_token");
  expectError(response, 400, "INVALID_AUTHORIZATION_CODE");
  expect(await sessionIdsOf(p, session.userId)).toEqual(before);
}

describe("a code of the hosted pages", () => {
  it("200 signs the user in on the website, in two round trips", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const response = await exchange(redemption(p, await visit(p, session)));
    expect({ status: response.status, d1: response.cost.d1 }).toEqual({ status: 200, d1: 2 });
    expect(response.body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 600,
      scope: "legacy",
      refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
      is_new_user: false,
      newUser: false,
      after_callback_redirect_url: null,
      afterCallbackRedirectUrl: null,
    });
    const claims = claimsOf(response.body.access_token);
    expect([claims.sub, claims.iss]).toEqual([session.userId, `http://localhost:8787/api/v1/projects/${p.id}`]);
    expect(claims.refresh_token_id).not.toBe(session.id);
  });

  it("200 with the verifier in place of a key, and with the key of the hosted pages", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const { client_secret: _, ...publicClient } = redemption(p, await visit(p, session));
    expect((await exchange(publicClient)).status).toBe(200);
    const { body } = await sendRequest("GET /hosted-pages/{project_id}", { params: { project_id: p.id } });
    const form = { ...redemption(p, await visit(p, session)), client_secret: body.publishable_client_key };
    expect((await exchange(form)).status).toBe(200);
  });

  it("makes a session that begins, expires and has proven as much as the one on the hosted pages", async () => {
    // Attack: a website asks for a code now and then, and so has a session for ever, or one with a fresh proof.
    const p = await hostedProject();
    const times = {
      createdAt: Date.now() - 50_000_000,
      authenticatedAt: Date.now() - 40_000_000,
      expiresAt: Date.now() + 60_000,
    };
    const session = await hostedSession(p, times);
    const first = await signInOn(p, session);
    const again = await signInOn(p, first, blog);
    for (const { id } of [first, again]) {
      expect(await sessionRow(p, id)).toMatchObject({ ...times, rootSessionId: session.id, isImpersonation: false });
    }
  });

  it("200 for a user with a second factor, which the hosted pages have asked for", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const totp = { totp_secret_base64: btoa("12345678901234567890") };
    await p.server("PATCH /users/{user_id}", { params: { user_id: session.userId }, body: totp });
    const fresh = await hostedSession(p, { userId: session.userId });
    expect((await exchange(redemption(p, await visit(p, fresh)))).status).toBe(200);
  });

  // Evidence: verifier-another-visit-none-stays-usable
  it("400 for the verifier of another visit, and for none, and stays usable", async () => {
    // Attack: the code is seen in a log, a referrer or a browser's history. Who has no verifier has nothing.
    const p = await hostedProject();
    const session = await hostedSession(p);
    const [mine, other] = [await visit(p, session), await visit(p, session)];
    const form = redemption(p, mine);
    await expectRefused(p, session, { ...form, code_verifier: other.codeVerifier });
    await expectRefused(p, session, { ...form, code_verifier: undefined });
    await expectRefused(p, session, { ...form, code_verifier: "" });
    expect((await exchange(form)).status).toBe(200);
  });

  // Evidence: address-another-website-though-project-trusts
  it("400 for the address of another website, though the project trusts that one too, and is used up", async () => {
    // Attack: a code that was made for one website is redeemed by another (RFC 9700 section 4.5).
    const p = await hostedProject();
    const session = await hostedSession(p);
    const form = redemption(p, await visit(p, session));
    const wrong = await exchange({ ...form, redirect_uri: blog });
    expectPlainError(
      wrong,
      400,
      "Invalid redirect URI. Your redirect URI must be the same as the one used to get the authorization code.",
    );
    await expectRefused(p, session, form);
  });

  it("400 on another project, with its key and with that of the hosted pages, and stays usable", async () => {
    // Attack: an owner of a project on the same instance has seen a code of another project's user.
    const [p, other] = [await hostedProject(), await hostedProject()];
    const session = await hostedSession(p);
    const form = redemption(p, await visit(p, session));
    await expectRefused(p, session, { ...form, client_id: other.id, client_secret: other.keys.client });
    expectError(
      await exchange({ ...form, client_secret: other.keys.client }),
      400,
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
    );
    const { body } = await sendRequest("GET /hosted-pages/{project_id}", { params: { project_id: other.id } });
    const foreign = { ...form, client_secret: body.publishable_client_key };
    expectError(await exchange(foreign), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
    expect((await exchange(form)).status).toBe(200);
  });

  // Evidence: second-time-ends-session-made
  it("400 the second time, which ends the session that it made", async () => {
    // Attack: code and verifier were both taken from the website's page, and the thief was first.
    const p = await hostedProject();
    const session = await hostedSession(p);
    const form = redemption(p, await visit(p, session));
    const { body } = await exchange(form);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expect(await isAlive(p, body)).toBe(false);
    expect(await isAlive(p, session)).toBe(true);
  });

  it("200 for one of many requests at once", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const form = redemption(p, await visit(p, session));
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange(form)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  it("400 after five minutes", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const before = Date.now();
    const form = redemption(p, await visit(p, session));
    const [[row]] = await db.batch([
      db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    expect(row?.expiresAt).toBeGreaterThanOrEqual(before + 5 * 60_000);
    expect(row?.expiresAt).toBeLessThanOrEqual(Date.now() + 5 * 60_000);
    await db.batch([
      db.update(authorizationCodes).set({ expiresAt: Date.now() }).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    await expectRefused(p, session, form);
  });
});

// Attack: a code that was made before the user, the owner or a rule put an end to what it stands for.
describe("a code of the hosted pages is worth nothing", () => {
  const isUser = (p: TestProject, userId: string) => and(eq(users.projectId, p.id), eq(users.id, userId));

  it.each<[when: string, what: (p: TestProject, session: HostedSession) => unknown]>([
    ["once the session has ended", (p, session) => p.as(session).client("DELETE /auth/sessions/current")],
    ["once the session has expired", (_, session) => changeSession(session.id, { expiresAt: Date.now() })],
    [
      "once the session is too old for a rule of the project",
      async (p, session) => {
        await changeSession(session.id, { createdAt: Date.now() - 60_000 });
        await reconfigure(p, { "auth.sessions.lifetimeMinutes": 1 });
      },
    ],
    [
      "once the session is idle for too long",
      async (p, session) => {
        await changeSession(session.id, { lastUsedAt: Date.now() - 60_000 });
        await reconfigure(p, { "auth.sessions.idleMinutes": 1 });
      },
    ],
    ["once the session is one of impersonation", (_, session) => changeSession(session.id, { isImpersonation: true })],
    [
      "once the session is another user's",
      async (p, session) => changeSession(session.id, { userId: await bareUser(p.id) }),
    ],
    [
      "once the user's credentials have changed",
      (p, { userId }) => db.batch([db.update(users).set({ credentialVersion: 99 }).where(isUser(p, userId))]),
    ],
    [
      "once the user is anonymous",
      (p, { userId }) => db.batch([db.update(users).set({ isAnonymous: true }).where(isUser(p, userId))]),
    ],
    [
      "once the user is deleted",
      (p, { userId }) => p.server("DELETE /users/{user_id}", { params: { user_id: userId } }),
    ],
    ["once the project has switched hosted pages off", (p) => reconfigure(p, { "hostedPages.enabled": false })],
    [
      "once the project does not trust the website any more",
      (p) =>
        reconfigure(p, {
          "domains.trustedDomains": { blog: { baseUrl: "https://blog.example", handlerPath: "/handler" } },
        }),
    ],
  ])("%s", async (_, change) => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const form = redemption(p, await visit(p, session));
    await change(p, session);
    await expectRefused(p, session, form);
    expectError(await exchange({ ...form, redirect_uri: shop }), 400, "INVALID_AUTHORIZATION_CODE");
  });
});
