// The budgets of D1 round trips, one line for each call; the tests beside each endpoint have the cases. One batch is one round
// trip, and with the primary on another continent each costs more than a hundred milliseconds.
import { describe, expect, it } from "vitest";
import { initiateSignIn, register } from "./features/auth/passkey/passkey.fixtures";
import { invited, invitingProject } from "./features/teams/invitations/invitations.fixtures";
import { emailCode, redeemCode, sendCode } from "./testing/code-sign-ins";
import { freshAddress } from "./testing/mailbox";
import { signIn, signUp, signUpBody } from "./testing/password-sign-ins";
import type { TestProject } from "./testing/project";
import { sendRequest, type TestResponse } from "./testing/send-request";
import { exchange, refreshForm, sessionRow, signedIn } from "./testing/sign-ins";
import { bareUser } from "./testing/tokens";

/** A project that the isolate has seen, with a user who is signed in and in a team. */
async function scene() {
  const p = await invitingProject({
    "auth.otp.allowSignIn": true,
    "auth.passkey.allowSignIn": true,
    "apiKeys.enabled": { user: true, team: true },
  });
  const userId = await bareUser(p.id);
  const tokens = await signedIn(p, userId);
  const { body: team } = await p.server("POST /teams", { body: { display_name: "Crew", creator_user_id: userId } });
  return { p, userId, tokens, user: p.as(tokens), teamId: String(team.id) };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const keySet = ({ id }: TestProject) =>
  sendRequest("GET /projects/{project_id}/.well-known/jwks.json", { params: { project_id: id } });

const newKey = { description: "Robot", expires_at_millis: null };

const budgets: [call: string, roundTrips: number, send: (scene: Scene) => Promise<TestResponse>][] = [
  ["own user", 1, ({ user }) => user.client("GET /users/me")],
  [
    "refresh by REST",
    1,
    ({ p, tokens }) =>
      p.client("POST /auth/sessions/current/refresh", { headers: { "x-stack-refresh-token": tokens.refresh_token } }),
  ],
  ["refresh by OAuth", 1, ({ p, tokens }) => exchange(refreshForm(p, tokens.refresh_token))],
  ["password sign-up", 2, ({ p }) => p.client("POST /auth/password/sign-up", { body: signUpBody() })],
  ["password sign-in", 2, async ({ p }) => signIn(p, (await signUp(p)).email)],
  ["anonymous sign-up", 2, ({ p }) => p.client("POST /auth/anonymous/sign-up")],
  ["sign-in code, emailed", 3, ({ p }) => sendCode(p, freshAddress())],
  ["sign-in by a code", 3, async ({ p }) => redeemCode(p, (await emailCode(p)).linked)],
  [
    "passkey sign-in, begun",
    1,
    ({ p }) => p.client("POST /auth/passkey/initiate-passkey-authentication", { body: {} }),
  ],
  [
    "passkey sign-in",
    3,
    async ({ p, tokens }) => {
      const { authenticator } = await register(p, tokens);
      const { options_json, code } = await initiateSignIn(p);
      const body = { authentication_response: await authenticator.signIn(options_json), code };
      return p.client("POST /auth/passkey/sign-in", { body });
    },
  ],
  ["sign-out", 1, ({ user }) => user.client("DELETE /auth/sessions/current")],
  ["sessions of a user", 1, ({ user }) => user.client("GET /auth/sessions", { query: { user_id: "me" } })],
  ["team, created by a server", 1, ({ p }) => p.server("POST /teams", { body: { display_name: "Crew" } })],
  ["team, created by a user", 1, ({ user }) => user.client("POST /teams", { body: { display_name: "Crew" } })],
  ["teams of a user", 1, ({ user }) => user.client("GET /teams", { query: { user_id: "me" } })],
  [
    "permission check",
    1,
    ({ p, userId, teamId }) =>
      p.server("GET /team-permissions", {
        query: { team_id: teamId, user_id: userId, permission_id: "admin", recursive: "true" },
      }),
  ],
  [
    "invitation, sent",
    2,
    ({ p, teamId }) =>
      p.server("POST /team-invitations/send-code", {
        body: { team_id: teamId, email: freshAddress(), callback_url: "http://localhost:3000/handler/team-invitation" },
      }),
  ],
  [
    "invitation, accepted",
    2,
    async ({ p, teamId }) => {
      const guest = p.as(await signedIn(p, await bareUser(p.id)));
      return guest.client("POST /team-invitations/accept", { body: { code: (await invited(p, teamId)).code } });
    },
  ],
  [
    "API key of a user, created by a server",
    1,
    ({ p, userId }) => p.server("POST /user-api-keys", { body: { ...newKey, user_id: userId } }),
  ],
  [
    "API key of a user, checked",
    1,
    async ({ p, userId }) => {
      const { body } = await p.server("POST /user-api-keys", { body: { ...newKey, user_id: userId } });
      return p.server("POST /user-api-keys/check", { body: { api_key: body.value } });
    },
  ],
  [
    "key set, once its project is known",
    0,
    async ({ p }) => {
      await keySet(p);
      return keySet(p);
    },
  ],
  ["users, a page", 1, ({ p }) => p.server("GET /users", { query: { limit: "100" } })],
  ["users, a search", 1, ({ p }) => p.server("GET /users", { query: { limit: "100", query: "ada" } })],
  ["metrics", 1, ({ p }) => p.admin("GET /internal/metrics")],
];

describe("the budget of round trips", () => {
  it.for(budgets)("200, 201: %s takes %i", async ([, roundTrips, send]) => {
    const { status, cost } = await send(await scene());
    expect(status === 200 || status === 201).toBe(true);
    expect(cost.d1).toBe(roundTrips);
  });

  it("200: a refresh within an hour of the last one writes nothing, also not after its response", async () => {
    const { p, tokens } = await scene();
    const before = await sessionRow(p, tokens.id);
    const headers = { "x-stack-refresh-token": tokens.refresh_token };
    for (let time = 0; time < 3; time += 1) {
      // With settings of its own, the request is over when all that follows it is.
      const { status, cost } = await p.client("POST /auth/sessions/current/refresh", { headers, settings: {} });
      expect([status, cost.rowsWritten]).toEqual([200, 0]);
    }
    expect(await sessionRow(p, tokens.id)).toEqual(before);
  });
});
