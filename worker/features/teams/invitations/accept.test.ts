import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { expectError } from "../../../testing/refusals";
import { refusesRestricted, suspend } from "../../../testing/suspensions";
import { accessToken } from "../../../testing/tokens";
import { grantsIn, join, membersOf, teamIn, userOf } from "../teams.fixtures";
import {
  changeInvitation,
  invited,
  invitingProject,
  noCode,
  openInvitations,
  storedInvitations,
} from "./invitations.fixtures";

const accept = "POST /team-invitations/accept";
const details = "POST /team-invitations/accept/details";
const check = "POST /team-invitations/accept/check-code";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** The errors of codes, the same at every endpoint that takes one. */
function refusalsOfCodes(key: typeof accept | typeof details | typeof check): void {
  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code, another project's, or one of another kind", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const user = await userOf(p);
    const elsewhere = await invited(other, (await teamIn(other)).id);
    const ofAnotherKind = await invited(p, (await teamIn(p)).id);
    await changeInvitation(p, ofAnotherKind.id, { kind: "sign_in" });
    for (const code of [noCode, elsewhere.code, ofAnotherKind.code]) {
      expectError(await user.client(key, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  it("400 VERIFICATION_CODE_EXPIRED after seven days, 409 VERIFICATION_CODE_ALREADY_USED once accepted", async () => {
    const p = await invitingProject();
    const [user, team] = [await userOf(p), await teamIn(p)];
    const [expired, used] = [await invited(p, team.id), await invited(p, team.id)];
    await changeInvitation(p, expired.id, { expiresAt: Date.now() });
    expectError(await user.client(key, { body: { code: expired.code } }), 400, "VERIFICATION_CODE_EXPIRED");
    expect((await (await userOf(p)).client(accept, { body: { code: used.code } })).status).toBe(200);
    expectError(await user.client(key, { body: { code: used.code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
    expect(await membersOf(team.id)).not.toContain(user.id);
  });

  // Attack: guess the unknown part of a code, with concurrent requests.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses, for the right code too", async () => {
    const p = await invitingProject();
    const [user, team] = [await userOf(p), await teamIn(p)];
    const { code } = await invited(p, team.id);
    const guesses = times(20, (index) => `zzzz${10 + index}${code.slice(6)}`);
    await Promise.all(guesses.map((guess) => user.client(key, { body: { code: guess } })));
    expectError(await user.client(key, { body: { code } }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    expect(await membersOf(team.id)).toEqual([]);
  });

  it("400 SCHEMA_ERROR for a malformed code and for unknown fields", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    expectError(await user.client(key, { body: { code: "x", team_id: newId() } }), 400, "SCHEMA_ERROR", {
      message: [
        `Request validation failed on POST /api/v1${key.slice("POST ".length)}:`,
        "  - body.code must be exactly 45 characters",
        "  - body contains unknown properties: team_id",
      ].join("\n"),
    });
  });
}

/** Attack: use a code, or try codes, without a user. */
function requiresUser(key: typeof accept | typeof details): void {
  it("401 USER_AUTHENTICATION_REQUIRED without a user at any tier, the same for right and wrong codes, and no code is used up", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { code, id } = await invited(p, team.id);
    const deleted = p.as({ access_token: await accessToken(p.id, newId()) });
    for (const who of [p.client, p.server, p.admin, deleted.client]) {
      for (const each of [code, noCode]) {
        expectError(await who(key, { body: { code: each } }), 401, "USER_AUTHENTICATION_REQUIRED");
      }
    }
    expect(await openInvitations(p, team.id)).toEqual([id]);
    expect((await storedInvitations(p))[0]?.attempts).toBe(0);
    expect((await (await userOf(p)).client(key, { body: { code } })).status).toBe(200);
  });

  it("404 TEAM_NOT_FOUND when the team was deleted, with the invited address", async () => {
    const p = await invitingProject();
    const [user, team] = [await userOf(p), await teamIn(p)];
    const { code, email } = await invited(p, team.id);
    await p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } });
    expectError(await user.client(key, { body: { code } }), 404, "TEAM_NOT_FOUND", { team_id: team.id });
    expect(JSON.stringify(await storedInvitations(p))).not.toContain(email);
  });
}

describe(accept, () => {
  refusalsOfCodes(accept);
  requiresUser(accept);

  it("200: anyone who holds the code becomes a member, with the grants of members, whatever their address, which stays unverified", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { code, email } = await invited(p, team.id);
    const guest = await userOf(p);
    const body = { primary_email: "another@example.com" };
    await p.server("PATCH /users/{user_id}", { params: { user_id: guest.id }, body });
    const response = await guest.client(accept, { body: { code: code.toUpperCase() } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, {}, 2]);
    expect(await membersOf(team.id)).toEqual([guest.id]);
    expect(await grantsIn(team.id)).toEqual(["basic"]);
    expect(await openInvitations(p, team.id)).toEqual([]);
    const { body: user } = await p.server("GET /users/{user_id}", { params: { user_id: guest.id } });
    expect(user).toMatchObject({ ...body, primary_email_verified: false, selected_team_id: null });
    expect(JSON.stringify(user)).not.toContain(email);
  });

  it("200 at the server's tiers, for the user of the token", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const guests = [await userOf(p), await userOf(p)];
    for (const [index, guest] of guests.entries()) {
      const { code } = await invited(p, team.id);
      expect((await guest[index ? "admin" : "server"](accept, { body: { code } })).status).toBe(200);
    }
    expect((await membersOf(team.id)).sort()).toEqual(guests.map(({ id }) => id).sort());
  });

  it("200 for a member, whose grants stay as they are; the code is used up", async () => {
    const p = await invitingProject();
    const [user, team] = [await userOf(p), await teamIn(p)];
    await join(p, team.id, user.id, ["keeper"]);
    const { code } = await invited(p, team.id);
    const response = await user.client(accept, { body: { code } });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(await grantsIn(team.id)).toEqual(["keeper"]);
    expectError(await user.client(accept, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  // Evidence: once-member-invited-may-so-comes
  it("404 VERIFICATION_CODE_NOT_FOUND once the member who invited may not, so that no one comes back by it", async () => {
    // Attack: an administrator who is about to be removed or suspended invites an address of their own, and comes back by it.
    const p = await invitingProject();
    const team = await teamIn(p);
    const member = await userOf(p);
    await join(p, team.id, member.id, ["inviter"]);
    const byServer = await invited(p, team.id);
    const byMember = await invited({ server: member.client }, team.id);
    for (const ends of ["membership", "permission", "account", "suspension"] as const) {
      const inviter = await userOf(p);
      await join(p, team.id, inviter.id, ["inviter"]);
      const { code } = await invited({ server: inviter.client }, team.id);
      const params = { team_id: team.id, user_id: inviter.id, permission_id: "inviter" };
      if (ends === "membership") await p.server("DELETE /team-memberships/{team_id}/{user_id}", { params });
      if (ends === "account") await p.server("DELETE /users/{user_id}", { params });
      if (ends === "suspension") await suspend(p, inviter.id);
      if (ends === "permission") {
        await p.server("DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", { params });
      }
      // Attack: the link is forwarded, and each page before the last step says that it is valid, or the team's list that it is open.
      const before = await membersOf(team.id);
      const guest = ends === "membership" ? inviter : await userOf(p);
      for (const key of [check, details, "POST /team-invitations/accept/preview"] as const) {
        expectError(await guest.client(key, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
      }
      expect(await openInvitations(p, team.id)).toEqual([byServer.id, byMember.id]);
      expectError(await guest.client(accept, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
      expect(await membersOf(team.id)).toEqual(before);
    }
  });

  // Evidence: who-comes-again-has-no-invitations-of-before
  it("404 VERIFICATION_CODE_NOT_FOUND for the code of a member who left, also once they are a member again", async () => {
    // Attack: a member invites an address of an accomplice and leaves. Nobody sees the invitation, until they are let in again.
    const p = await invitingProject();
    const [team, inviter, guest] = [await teamIn(p), await userOf(p), await userOf(p)];
    await join(p, team.id, inviter.id, ["inviter"]);
    const { code } = await invited({ server: inviter.client }, team.id);
    const params = { team_id: team.id, user_id: inviter.id };
    await p.server("DELETE /team-memberships/{team_id}/{user_id}", { params });
    await join(p, team.id, inviter.id, ["inviter"]);
    expectError(await guest.client(accept, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: one code, many guests, all at once.
  it("200 to one of 20 who use a code at once, 409 VERIFICATION_CODE_ALREADY_USED to the others: one membership", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { code } = await invited(p, team.id);
    const guests = await Promise.all(times(20, () => userOf(p)));
    const responses = await Promise.all(guests.map((guest) => guest.client(accept, { body: { code } })));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const response of refused) expectError(response, 409, "VERIFICATION_CODE_ALREADY_USED");
    expect(await membersOf(team.id)).toHaveLength(1);
    expect(await grantsIn(team.id)).toEqual(["basic"]);
  });

  // Race: many codes, one guest, who is added by the server too.
  it("200 to each of 5 codes that one guest uses at once: one membership, granted once", async () => {
    const p = await invitingProject();
    const [guest, team] = [await userOf(p), await teamIn(p)];
    const codes: string[] = [];
    while (codes.length < 5) codes.push((await invited(p, team.id)).code);
    const params = { team_id: team.id, user_id: guest.id };
    const [added, ...responses] = await Promise.all([
      p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} }),
      ...codes.map((code) => guest.client(accept, { body: { code } })),
    ]);
    expect([201, 409]).toContain(added.status);
    expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 200));
    expect(await membersOf(team.id)).toEqual([guest.id]);
    expect(await grantsIn(team.id)).toEqual(["basic"]);
  });

  // Race: the team is deleted while its invitations are accepted.
  it("leaves no membership of a team that is deleted meanwhile", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const invitations: Awaited<ReturnType<typeof invited>>[] = [];
    while (invitations.length < 4) invitations.push(await invited(p, team.id));
    const guests = await Promise.all(invitations.map(() => userOf(p)));
    const [deleted, ...responses] = await Promise.all([
      p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } }),
      ...guests.map((guest, index) => guest.client(accept, { body: { code: invitations[index]?.code } })),
    ]);
    expect(deleted.status).toBe(200);
    for (const response of responses) {
      if (response.status !== 200) expectError(response, 404, "TEAM_NOT_FOUND", { team_id: team.id });
    }
    expect(await membersOf(team.id)).toEqual([]);
    expect(await grantsIn(team.id)).toEqual([]);
  });
});

describe(details, () => {
  refusalsOfCodes(details);
  requiresUser(details);

  it("200 with the team that the code invites to, to anyone who holds it; it is not used up", async () => {
    const p = await invitingProject();
    const team = await teamIn(p, { display_name: "https://engines.test" });
    const { code } = await invited(p, team.id);
    const guest = await userOf(p);
    const response = await guest.client(details, { body: { code } });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ team_id: team.id, team_display_name: "https://engines.test" });
    expect((await guest.client(accept, { body: { code } })).status).toBe(200);
  });
});

describe(check, () => {
  refusalsOfCodes(check);

  it("200 for a code that can be used, also without a user; it is not used up", async () => {
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    const user = await userOf(p);
    for (const who of [p.client, user.client, p.server]) {
      const response = await who(check, { body: { code } });
      expect([response.status, response.body]).toEqual([200, { is_code_valid: true }]);
    }
    expect((await user.client(accept, { body: { code } })).status).toBe(200);
  });
});

describe("invitations of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /team-invitations/send-code", {
      body: { team_id: crypto.randomUUID(), email: "a@example.com", callback_url: "http://localhost:3000" },
    }),
  );
  refusesRestricted("TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /team-invitations/accept", { body: { code: "0".repeat(45) } }),
  );
});
