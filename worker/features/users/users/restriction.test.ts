import { describe, expect, it } from "vitest";
import { selectAffectedByVerification, selectUserPage } from "../../../db/users/list";
import { eventsOf, keepEvents } from "../../../testing/events";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { anonymousUser, codeIn, password, signIn, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { claimsOf, exchange, isAlive, refreshForm, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import { keyProject } from "../../api-keys/api-keys.fixtures";
import { callbackUrl, invited, invitingProject } from "../../teams/invitations/invitations.fixtures";
import { membersOf, teamIn } from "../../teams/teams.fixtures";
import { channelsOf, create, teamOf } from "./users.fixtures";

const asks = { "onboarding.requireEmailVerification": true };
const restricted = { is_restricted: true, restricted_reason: { type: "email_not_verified" } };
const full = { is_restricted: false, restricted_reason: null };
const byAdmin = { is_restricted: true, restricted_reason: { type: "restricted_by_administrator" } };
const js = (version: string) => ({ headers: { "x-stack-client-version": `js @stackframe/js@${version}` } });

const changeUser = (p: TestProject, user_id: string, body: object) =>
  p.server("PATCH /users/{user_id}", { params: { user_id }, body });
const restrict = (p: TestProject, userId: string) => changeUser(p, userId, { restricted_by_admin: true });
const ask = (p: TestProject, isAsked: boolean) =>
  p.admin("PATCH /internal/projects/current", { body: { config: { require_email_verification: isAsked } } });

async function refreshedClaims(p: TestProject, tokens: { refresh_token: string }) {
  const { body, cost } = await exchange(refreshForm(p, tokens.refresh_token));
  return { claims: claimsOf(body.access_token), cost };
}

describe("a project that asks for a verified address", () => {
  it("200: its user signs in, reads themselves as restricted everywhere, and no more once the address is verified", async () => {
    const p = await keepEvents(await project(asks));
    const signedUp = await signUp(p);
    const { body } = await signIn(p, signedUp.email);
    const { client, server } = p.as(body);
    const me = await client("GET /users/me");
    expect([me.status, me.cost.d1]).toEqual([200, 1]);
    const team = await teamOf(p, body.user_id);
    const ofMember = { params: { team_id: team, user_id: body.user_id } };
    const seen = async () => [
      (await client("GET /users/me")).body,
      (await server("GET /users/me")).body,
      (await p.server("GET /users")).body.items[0],
      (await p.server("GET /team-member-profiles/{team_id}/{user_id}", ofMember)).body.user,
      (await p.admin("GET /internal/metrics")).body.recently_registered[0],
      (await eventsOf(p)).at(-1)?.data,
      (await refreshedClaims(p, body)).claims,
    ];
    for (const each of await seen()) expect(each).toMatchObject(restricted);
    expect(claimsOf(body.access_token)).toMatchObject(restricted);
    const sending = await client("POST /contact-channels/send-verification-code", {
      body: { email: signedUp.email, callback_url: callbackUrl },
    });
    expect(sending.status).toBe(200);
    const [message] = await mailbox({ to: signedUp.email });
    expect((await p.client("POST /contact-channels/verify", { body: { code: codeIn(message) } })).status).toBe(200);
    await changeUser(p, body.user_id, { display_name: "Ada" });
    for (const each of await seen()) expect(each).toMatchObject(full);
  });

  it("is read from its configuration in either spelling, by events too", async () => {
    for (const override of [asks, { onboarding: { requireEmailVerification: true } }]) {
      const p = await keepEvents(await project(override));
      const user = await create(p);
      expect(user).toMatchObject(restricted);
      expect(await eventsOf(p)).toEqual([{ type: "user.created", data: user }]);
    }
    const p = await keepEvents(
      await project({
        onboarding: { requireEmailVerification: true },
        ...{ "onboarding.requireEmailVerification": false },
      }),
    );
    const user = await create(p);
    expect(user).toMatchObject(full);
    expect(await eventsOf(p)).toEqual([{ type: "user.created", data: user }]);
  });

  it("says of anonymous users that they are anonymous, and asks them for the address once they sign up", async () => {
    const p = await project({ ...asks, "auth.anonymous.allowSignUp": true });
    const { tokens } = await anonymousUser(p);
    expect(claimsOf(tokens.access_token).restricted_reason).toEqual({ type: "anonymous" });
    const { body } = await p.as(tokens).client("POST /auth/password/sign-up", {
      body: { email: freshAddress(), password, verification_callback_url: callbackUrl },
    });
    expect(claimsOf(body.access_token)).toMatchObject(restricted);
  });
});

describe("POST /internal/onboarding/preview-affected-users", () => {
  it("200: who would be kept back. The setting then signs nobody out, and holds at once", async () => {
    const p = await project();
    const [tokens, verified] = [
      await signUp(p),
      await create(p, { primary_email: freshAddress(), primary_email_verified: true }),
    ];
    await bareUser(p.id, { isAnonymous: true });
    await restrict(p, (await create(p)).id);
    const preview = (require_email_verification?: boolean) =>
      p.admin("POST /internal/onboarding/preview-affected-users", {
        query: { limit: "1" },
        body: { onboarding: { require_email_verification } },
      });
    const { user_id: id, email } = tokens;
    const affected = { id, display_name: null, primary_email: email, restricted_reason: restricted.restricted_reason };
    const none = { affected_users: [], total_affected_count: 0 };
    const first = await preview(true);
    expect([first.body, first.cost.d1]).toEqual([{ affected_users: [affected], total_affected_count: 1 }, 1]);
    expect((await preview(false)).body).toEqual(none);
    expect((await preview()).body).toEqual(none);
    expect((await ask(p, true)).status).toBe(200);
    expect((await preview(true)).body).toEqual(none);
    expect(await isAlive(p, tokens)).toBe(true);
    expect((await p.as(tokens).client("GET /users/me")).body).toMatchObject(restricted);
    expect((await p.server("GET /users/{user_id}", { params: { user_id: verified.id } })).body).toMatchObject(full);
    await ask(p, false);
    expect((await refreshedClaims(p, tokens)).claims).toMatchObject(full);
  });
});

describe("a user whom an administrator restricts", () => {
  it("200: with a reason that they read, details that they do not, fresh claims at once, and an event in the audit log", async () => {
    const p = await project();
    const { id } = await create(p, { primary_email: freshAddress(), primary_email_verified: true });
    const tokens = await signedIn(p, id);
    const words = { restricted_by_admin_reason: "Under review", restricted_by_admin_private_details: "Rule 7" };
    const { body } = await changeUser(p, id, { restricted_by_admin: true, ...words });
    expect(body).toMatchObject({ ...byAdmin, restricted_by_admin: true, ...words });
    const { claims, cost } = await refreshedClaims(p, tokens);
    expect(claims).toMatchObject(byAdmin);
    expect(cost.d1).toBe(1);
    const me = (await p.as(tokens).client("GET /users/me")).body;
    expect(me).toMatchObject({ ...byAdmin, restricted_by_admin_reason: "Under review" });
    expect(me).not.toHaveProperty("restricted_by_admin_private_details");
    const lifted = { restricted_by_admin_reason: null, restricted_by_admin_private_details: null };
    expect((await changeUser(p, id, { restricted_by_admin: false })).body).toMatchObject({ ...full, ...lifted });
    const { items } = (await p.admin("GET /internal/audit-events", { query: { target_id: id } })).body;
    const types = items.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["user.restricted", "user.unrestricted"]));
    expect(types).not.toContain("user.updated");
  });

  it("400 SCHEMA_ERROR for a reason or details of no restriction, and for a country of three letters", async () => {
    const p = await project();
    const { id } = await create(p);
    for (const field of ["restricted_by_admin_reason", "restricted_by_admin_private_details"]) {
      for (const response of [
        await changeUser(p, id, { [field]: "Because" }),
        await changeUser(p, id, { [field]: "Because", restricted_by_admin: false }),
        await p.server("POST /users", { body: { [field]: "Because" } }),
      ]) {
        expectError(response, 400, "SCHEMA_ERROR");
        expect(response.body.error).toContain(`${field} must be null when restricted_by_admin is not true`);
      }
      expect((await changeUser(p, id, { [field]: null })).status).toBe(200);
    }
    const country = await changeUser(p, id, { country_code: "CHE" });
    expect(country.body.error).toContain("country_code must be a 2-letter country code");
  });

  it("200: country and scores are kept as a server sent them", async () => {
    const p = await keepEvents(await project());
    const risk_scores = { sign_up: { bot: 3, free_trial_abuse: 4 } };
    const user = await create(p, { country_code: " ch ", risk_scores });
    expect(user).toMatchObject({ country_code: "CH", risk_scores });
    expect((await eventsOf(p)).at(-1)?.data).toEqual(user);
    expect((await changeUser(p, user.id, { country_code: null })).body).toMatchObject({
      country_code: null,
      risk_scores,
    });
  });

  // Attack: a user lifts their own restriction, or restricts themselves to look like somebody else's decision.
  it("400 SCHEMA_ERROR where a client sets it of itself", async () => {
    const p = await project();
    const { id } = await create(p);
    const { client } = p.as(await signedIn(p, id));
    await restrict(p, id);
    for (const body of [{ restricted_by_admin: false }, { restricted_by_admin_reason: null }, { country_code: "CH" }]) {
      expectError(await client("PATCH /users/me", { body }), 400, "SCHEMA_ERROR");
    }
    expect((await client("GET /users/me")).body).toMatchObject(byAdmin);
  });
});

describe("what is refused to restricted users", () => {
  // Attack: what was unrestricted when the token was made goes on, until it expires.
  it("403 RESTRICTED_USER_NOT_ALLOWED with a token from before, for what travels with its caller too", async () => {
    const p = await project({ "teams.allowClientTeamCreation": true });
    const { id } = await create(p);
    const tokens = await signedIn(p, id);
    const { client, server } = p.as(tokens);
    const newTeam = { body: { display_name: "Crew" } };
    expect((await client("POST /teams", newTeam)).status).toBe(201);
    await restrict(p, id);
    expect(claimsOf(tokens.access_token)).toMatchObject(full);
    const details = { restricted_reason: byAdmin.restricted_reason };
    expectError(await client("POST /teams", newTeam), 403, "RESTRICTED_USER_NOT_ALLOWED", details);
    expectError(
      await client("POST /teams", { ...newTeam, ...js("2.8.77") }),
      403,
      "RESTRICTED_USER_NOT_ALLOWED",
      details,
    );
    const older = await client("POST /teams", { ...newTeam, ...js("2.8.51") });
    expect([older.status, older.headers.get("x-stack-known-error")]).toEqual([403, null]);
    expect(older.body).toContain("restricted state. Reason: restricted_by_administrator.");
    expect((await p.server("GET /teams")).body.items).toHaveLength(1);
    expect((await server("POST /teams", newTeam)).status).toBe(201);
    expect((await client("PATCH /users/me", { body: { display_name: "Ada" } })).status).toBe(200);
    expect((await client("DELETE /auth/sessions/current")).status).toBe(200);
  });

  // Attack: an account without a proven address makes a key that goes on for years.
  it("403 RESTRICTED_USER_NOT_ALLOWED for an API key in a project that asks for a verified address", async () => {
    const p = await keyProject({ ...asks });
    const { id } = await create(p);
    const { client } = p.as(await signedIn(p, id));
    const body = { user_id: "me", description: "CI", expires_at_millis: null, is_public: false };
    expectError(await client("POST /user-api-keys", { body }), 403, "RESTRICTED_USER_NOT_ALLOWED");
  });

  // Attack: a restricted user joins a team by an invitation, and with it all that the team may do.
  it("403 TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED for an invitation, which stays open; in words alone for older clients", async () => {
    const p = await invitingProject(asks);
    const { id: teamId } = await teamIn(p);
    const { email, code } = await invited(p, teamId);
    const { id } = await create(p, { primary_email: email });
    const { client } = p.as(await signedIn(p, id));
    const accept = (options: object = {}) => client("POST /team-invitations/accept", { body: { code }, ...options });
    expectError(await accept(), 403, "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED", {
      restricted_reason: restricted.restricted_reason,
    });
    expectPlainError(
      await accept(js("2.8.41")),
      403,
      "Restricted users cannot accept team invitations. Reason: email_not_verified. Please complete the onboarding process before accepting team invitations.",
    );
    expect(await membersOf(teamId)).not.toContain(id);
    await changeUser(p, id, { primary_email_verified: true });
    expect((await accept()).status).toBe(200);
  });
});

describe("PATCH /users/me by a client, with an address", () => {
  it("200: the corrected address is primary, unverified and signs in, and the link to the old one verifies nothing", async () => {
    const p = await project(asks);
    const tokens = await signUp(p);
    const email = freshAddress();
    const { client } = p.as(tokens);
    const { body } = await client("PATCH /users/me", { body: { primary_email: email } });
    expect(body).toMatchObject({ primary_email: email, primary_email_verified: false, ...restricted });
    expect((await signIn(p, email)).status).toBe(200);
    expect((await signIn(p, tokens.email)).status).toBe(400);
    for (const primary_email of ["", "no address"]) {
      expectError(await client("PATCH /users/me", { body: { primary_email } }), 400, "SCHEMA_ERROR");
    }
  });

  it("200: a user without an address gets their first one", async () => {
    const p = await project(asks);
    const { id } = await create(p);
    const email = freshAddress();
    const { body } = await p.as(await signedIn(p, id)).client("PATCH /users/me", { body: { primary_email: email } });
    expect(body).toMatchObject({ primary_email: email, primary_email_verified: false });
  });

  // Attack: finding out who has an account, or taking their address, by correcting one's own to theirs.
  it("200 the same for another user's address, who keeps it: it signs nobody in here", async () => {
    const p = await project(asks);
    const owner = await signUp(p);
    await changeUser(p, owner.user_id, { primary_email_verified: true });
    const tokens = await signUp(p);
    const { client } = p.as(tokens);
    const correct = (primary_email: string) => client("PATCH /users/me", { body: { primary_email } });
    const [free, taken] = [await correct(freshAddress()), await correct(owner.email)];
    expect([free.status, taken.status]).toEqual([200, 200]);
    expect(taken.body).toEqual({ ...free.body, primary_email: owner.email });
    expect((await signIn(p, owner.email)).body.user_id).toBe(owner.user_id);
    expect(await channelsOf(p, tokens.user_id)).toMatchObject([
      { value: owner.email, isVerified: false, usedForAuth: false },
    ]);
    expect((await channelsOf(p, owner.user_id))[0]).toMatchObject({ isVerified: true, usedForAuth: true });
  });
});

describe("GET /users by restriction", () => {
  async function someUsers(override: Parameters<typeof project>[0]) {
    const p = await project(override);
    const address = () => ({ primary_email: freshAddress(), primary_email_verified: true });
    const users = {
      verified: (await create(p, address())).id as string,
      unverified: (await create(p)).id as string,
      byAdmin: (await create(p, { ...address(), restricted_by_admin: true })).id as string,
      last: (await create(p, address())).id as string,
      anonymous: await bareUser(p.id, { isAnonymous: true }),
    };
    const names = new Map(Object.entries(users).map(([name, id]) => [id, name]));
    const list = async (query: Record<string, string>, options: object = {}) =>
      (await p.server("GET /users", { query, ...options })).body.items.map(({ id }: { id: string }) => names.get(id));
    return { p, list };
  }

  it.each([
    [asks, ["verified", "last"], ["unverified", "byAdmin"]],
    [{}, ["verified", "unverified", "last"], ["byAdmin"]],
  ])(
    "200 those who are, and those who are not, in the order of sign-up, where the project has %j",
    async (override, fullOnes, others) => {
      const { list } = await someUsers(override);
      expect(await list({ restricted: "false" })).toEqual(fullOnes);
      expect(await list({ restricted: "true" })).toEqual(others);
      expect(await list({ restricted: "true", desc: "true" })).toEqual(others.toReversed());
      for (const order_by of ["display_name"]) expect(await list({ restricted: "false", order_by })).toEqual(fullOnes);
      expect(await list({ restricted: "true", include_anonymous: "true" })).toEqual([...others, "anonymous"]);
    },
  );

  it("200 all of them for 2.8.51 and everybody else; newer official clients get those who are not unless they ask", async () => {
    const { list } = await someUsers(asks);
    const all = ["verified", "unverified", "byAdmin", "last"];
    for (const options of [
      js("2.8.41"),
      js("2.8.51"),
      {},
      { headers: { "x-stack-client-version": "js @gatehouse/kit@0.2.0" } },
    ]) {
      expect(await list({}, options)).toEqual(all);
    }
    expect(await list({ include_restricted: "false" })).toEqual(["verified", "last"]);
    for (const version of ["2.8.77", "2.8.108"]) {
      expect(await list({}, js(version))).toEqual(["verified", "last"]);
      expect(await list({ include_restricted: "true" }, js(version))).toEqual(all);
      expect(await list({ include_anonymous: "true" }, js(version))).toEqual([...all, "anonymous"]);
    }
  });

  it("reads no more rows than the page has, however many others there are: each part is a walk of an index", async () => {
    const page = { projectId: "p", provenProjectId: "p" as never, limit: 10, descending: true };
    for (const isRestricted of [true, false]) {
      const plan = await planOf(selectUserPage(db, { ...page, filter: { isRestricted } }));
      expect(plan).not.toMatch(/SCAN users|USING INDEX users_in_order|known_users_in_order/);
      expect(plan).toContain("users_by_verification");
    }
    const { users, counts } = selectAffectedByVerification(db, { ...page, max: 10 });
    for (const query of [users, counts])
      expect(await planOf(query)).toMatch(
        /^(CO-ROUTINE.*\n)?SEARCH users USING (COVERING )?INDEX users_by_verification/,
      );
  });
});
