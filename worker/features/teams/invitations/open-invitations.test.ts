import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { selectMemberByEmail } from "../../../db/memberships/queries";
import { selectVerifiedEmail } from "../../../db/users/contact-channels/queries";
import { contactChannels } from "../../../db/users/schema";
import { idPattern, newId } from "../../../platform/secrets";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { codeIn } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { endInvitationsBy, endInvitationsTo, selectInvitationsOf } from "../invitation-codes";
import { grantsIn, join, membersOf, teamIn, userOf } from "../teams.fixtures";
import {
  changeInvitation,
  invited,
  invitingProject,
  openInvitations,
  sendInvitation,
  storedInvitations,
} from "./invitations.fixtures";

const accept = "POST /team-invitations/accept";
const leave = "DELETE /team-memberships/{team_id}/{user_id}";

/** A user whose address is as the project's server says. */
async function userWith(p: TestProject, value: string, fields: object = { is_verified: true }) {
  const user = await userOf(p);
  const body = { user_id: user.id, type: "email", value, used_for_auth: true, ...fields };
  expect((await p.server("POST /contact-channels", { body })).status).toBe(201);
  return user;
}

describe("who leaves a team or is removed from it", () => {
  // Evidence: who-removed-does-come-back-by
  it("404 VERIFICATION_CODE_NOT_FOUND for the team's other open invitations to any address of theirs", async () => {
    // Attack: Mallory is in the team, and has kept the links of further invitations to her addresses. She has never verified one of these
    // addresses. Another has a tag (mallory+x@example.com), and leads to the same mailbox. An admin removes her and sees that she is gone.
    // She walks back in by one of the links.
    const p = await invitingProject();
    const [team, other] = [await teamIn(p), await teamIn(p)];
    const admin = await userOf(p);
    await join(p, team.id, admin.id, ["keeper"]);
    for (const isRemoved of [true, false]) {
      const [address, unverified] = [freshAddress(), freshAddress()];
      const mallory = await userWith(p, address);
      const further = { user_id: mallory.id, type: "email", value: unverified, used_for_auth: false };
      await p.server("POST /contact-channels", { body: further });
      const sent = [address.toUpperCase(), unverified, unverified.replace("@", "+x@")];
      const kept = await Promise.all(sent.map((to) => invitedAs(p, team.id, to)));
      await join(p, team.id, mallory.id);
      const [ofOther, elsewhere] = [await invited(p, team.id), await invitedAs(p, other.id, unverified)];
      const params = { team_id: team.id, user_id: mallory.id };
      const { status, cost } = await (isRemoved ? admin : mallory).client(leave, { params });
      expect([status, cost.d1]).toEqual([200, 2]);
      for (const { code } of kept) {
        expectError(await mallory.client(accept, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
      }
      expect(await membersOf(team.id)).not.toContain(mallory.id);
      // Those of other people, and of other teams, go on.
      expect(await openInvitations(p, team.id)).toContain(ofOther.id);
      expect((await mallory.client(accept, { body: { code: elsewhere.code } })).status).toBe(200);
    }
  });

  it("200 for one who is invited again afterwards", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const address = freshAddress();
    const user = await userWith(p, address);
    await join(p, team.id, user.id);
    await p.server(leave, { params: { team_id: team.id, user_id: user.id } });
    const { code } = await invitedAs(p, team.id, address);
    expect((await user.client(accept, { body: { code } })).status).toBe(200);
    expect(await membersOf(team.id)).toEqual([user.id]);
  });
});

describe("inviting an address again", () => {
  it("replaces its open invitation, in any case of letters and in the same round trips; the old link is not valid any more", async () => {
    // Attack: a link that was sent by mistake, or to a list that archives its emails, goes on beside the one that was meant.
    const p = await invitingProject();
    const [team, other] = [await teamIn(p), await teamIn(p)];
    const address = freshAddress();
    const [first, elsewhere] = [await invitedAs(p, team.id, address), await invitedAs(p, other.id, address)];
    const again = await sendInvitation(p, team.id, { email: address.toUpperCase() });
    expect([again.status, again.cost.d1]).toEqual([200, 2]);
    expect(await openInvitations(p, team.id)).toEqual([again.body.id]);
    expect(await openInvitations(p, other.id)).toEqual([elsewhere.id]);
    const user = await userOf(p);
    expectError(await user.client(accept, { body: { code: first.code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect(await membersOf(team.id)).toEqual([]);
  });

  it("400 leaves the open invitation as it is where the email cannot be sent", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { id, email, code } = await invited(p, team.id);
    const server = { isShared: false, host: "localhost", port: 1, senderEmail: "team@example.com" };
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "emails.server": server }) },
    });
    expect((await sendInvitation(p, team.id, { email })).status).toBe(400);
    expect(await openInvitations(p, team.id)).toEqual([id]);
    expect((await (await userOf(p)).client(accept, { body: { code } })).status).toBe(200);
  });
});

describe("accepting an invitation", () => {
  it("409 VERIFICATION_CODE_ALREADY_USED for the team's other invitations to that address, also where the user was a member", async () => {
    // Attack: of two invitations to one address, one is accepted, and a stranger finds the other in a mailbox.
    const p = await invitingProject();
    const [team, other] = [await teamIn(p), await teamIn(p)];
    const address = freshAddress();
    for (const wasMember of [false, true]) {
      const codes = await twoTo(p, team.id, address);
      const [toAnother, elsewhere] = [await invited(p, team.id), await invitedAs(p, other.id, address)];
      const user = await userOf(p);
      if (wasMember) await join(p, team.id, user.id);
      const accepted = await user.client(accept, { body: { code: codes[0] } });
      expect([accepted.status, accepted.cost.d1]).toEqual([200, wasMember ? 3 : 2]);
      const stranger = await userOf(p);
      expectError(await stranger.client(accept, { body: { code: codes[1] } }), 409, "VERIFICATION_CODE_ALREADY_USED");
      expect(await membersOf(team.id)).not.toContain(stranger.id);
      expect(await openInvitations(p, team.id)).toEqual([toAnother.id]);
      expect(await openInvitations(p, other.id)).toEqual([elsewhere.id]);
      for (const each of [toAnother, elsewhere]) await changeInvitation(p, each.id, { usedAt: 1 });
    }
  });
});

describe("inviting a member", () => {
  it("200 with an id of nothing, and no email, for an address that the member has verified, in any case of letters", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    for (const fields of [{ is_verified: true }, { is_verified: true, used_for_auth: false, is_primary: true }]) {
      const address = freshAddress();
      const member = await userWith(p, address, fields);
      await join(p, team.id, member.id, ["basic"]);
      const response = await sendInvitation(p, team.id, { email: address.toUpperCase() });
      const sent = { success: true, id: expect.stringMatching(idPattern) };
      expect([response.status, response.body, response.cost.d1]).toEqual([200, sent, 1]);
      expect(await mailbox({ to: address.toUpperCase(), atLeast: 0 })).toEqual([]);
    }
    expect(await storedInvitations(p)).toEqual([]);
    expect(await grantsIn(team.id)).toEqual(["basic", "basic"]);
  });

  it("200 with an email where a member only says that the address is theirs, or a user of another team has it", async () => {
    // Attack: a member adds the address of somebody else to their account, so that this person can never be invited.
    const p = await invitingProject();
    const team = await teamIn(p);
    const [claimed, others] = [freshAddress(), freshAddress()];
    const member = await userWith(p, claimed, {});
    await join(p, team.id, member.id);
    await join(p, (await teamIn(p)).id, (await userWith(p, others)).id);
    const ids = [(await invitedAs(p, team.id, claimed)).id, (await invitedAs(p, team.id, others)).id];
    expect(await openInvitations(p, team.id)).toEqual(ids);
  });

  it("401 TEAM_PERMISSION_REQUIRED tells a member who may not invite nothing of it", async () => {
    // Attack: a member without the permission asks by the response whether an address is that of another one.
    const p = await invitingProject();
    const [team, user] = [await teamIn(p), await userOf(p)];
    await join(p, team.id, user.id, ["basic"]);
    const address = freshAddress();
    await join(p, team.id, (await userWith(p, address)).id);
    const { body: known } = await sendInvitation({ server: user.client }, team.id, { email: address });
    const { body: unknown } = await sendInvitation({ server: user.client }, team.id);
    expect(known).toEqual(unknown);
    expect(known.code).toBe("TEAM_PERMISSION_REQUIRED");
  });
});

describe("an invitation for its recipient only", () => {
  const mismatch =
    "This team invitation was sent to a different email address. Sign in with the invited email, or add and verify that email on your account, then try again.";

  // Evidence: invitation-recipient-only-does-admit
  it("403 for a user who has not verified the address, and the code stays usable for one who has", async () => {
    // Attack: the link is passed on, or read in a shared mailbox or in an archive. Somebody opens it who has only an address of their own,
    // or an unverified entry of the invited one.
    const p = await invitingProject();
    const team = await teamIn(p);
    const address = freshAddress();
    const { code, id } = await invitedAs(p, team.id, address.toUpperCase(), { for_recipient_only: true });
    const claims = { is_verified: false, used_for_auth: false };
    const strangers = [await userOf(p), await userWith(p, freshAddress()), await userWith(p, address, claims)];
    for (const stranger of strangers) {
      expectError(await stranger.client(accept, { body: { code } }), 403, "TEAM_INVITATION_EMAIL_MISMATCH");
      // Older official clients take a code that they do not know for a fault.
      const headers = { "x-stack-client-version": "js @stackframe/js@2.8.77" };
      expectPlainError(await stranger.client(accept, { body: { code }, headers }), 403, mismatch);
    }
    expect(await membersOf(team.id)).toEqual([]);
    expect(await openInvitations(p, team.id)).toEqual([id]);
    const recipient = await userWith(p, address);
    const response = await recipient.client(accept, { body: { code } });
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    expect(await membersOf(team.id)).toEqual([recipient.id]);
  });

  // Evidence: project-binds-all-invitations
  // Attack: the link of an invitation is passed on. Its sender has not bound it to its recipient, or it was sent while the project bound
  // none.
  it("403 for any invitation where the project binds all, whatever it says and whenever it was sent", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const addresses = [freshAddress(), freshAddress()] as const;
    const before = await invitedAs(p, team.id, addresses[0]);
    const bind = (binds: boolean) =>
      p.admin("PATCH /internal/config/override", {
        body: { config_override_string: JSON.stringify({ "teams.invitationsForRecipientOnly": binds }) },
      });
    expect((await bind(true)).status).toBe(200);
    const since = await invitedAs(p, team.id, addresses[1], { for_recipient_only: false });
    const stranger = await userOf(p);
    const expectRefused = async (code: string) =>
      expectError(await stranger.client(accept, { body: { code } }), 403, "TEAM_INVITATION_EMAIL_MISMATCH");
    for (const { code } of [before, since]) await expectRefused(code);
    await bind(false);
    // What was promised to who invites stays.
    await expectRefused(since.code);
    expect((await stranger.client(accept, { body: { code: before.code } })).status).toBe(200);
    expect((await (await userWith(p, addresses[1])).client(accept, { body: { code: since.code } })).status).toBe(200);
  });

  it("200 for anyone who has the code where the invitation does not say so", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    for (const fields of [{}, { for_recipient_only: false }]) {
      const { code } = await invitedAs(p, team.id, freshAddress(), fields);
      expect((await (await userOf(p)).client(accept, { body: { code } })).status).toBe(200);
    }
  });
});

describe("the invitations of the person invited", () => {
  const acceptOwn = "POST /team-invitations/{id}/accept";
  const list = async (send: TestProject["client"], user_id = "me") => {
    const { status, body, cost } = await send("GET /team-invitations", { query: { user_id } });
    expect(status).toBe(200);
    return { items: body.items, ids: body.items.map(({ id }: { id: string }) => id), cost };
  };

  it("200 those to addresses that they have verified, of all teams, for themselves and for servers", async () => {
    const p = await invitingProject();
    const [team, other] = [await teamIn(p, { display_name: "Engines" }), await teamIn(p)];
    const address = freshAddress();
    const user = await userWith(p, address);
    const inviter = await userOf(p);
    await join(p, other.id, inviter.id, ["inviter"]);
    const first = await invitedAs(p, team.id, address.toUpperCase());
    const { body: second } = await sendInvitation({ server: inviter.client }, other.id, { email: address });
    await invited(p, team.id);
    const own = await list(user.client);
    expect(own.items[0]).toEqual({
      id: first.id,
      team_id: team.id,
      team_display_name: "Engines",
      expires_at_millis: expect.any(Number),
      recipient_email: address.toUpperCase(),
    });
    expect([own.ids, own.cost.d1]).toEqual([[first.id, second.id], 2]);
    expect((await list(p.server, user.id)).ids).toEqual(own.ids);
    // An invitation lasts as long as who sent it may invite.
    const params = { team_id: other.id, user_id: inviter.id };
    await p.server(leave, { params });
    await changeInvitation(p, first.id, { expiresAt: 1 });
    expect((await list(user.client)).ids).toEqual([]);
  });

  it("200 none to an address that they have not verified, and none of another project", async () => {
    // Attack: a stranger enters the address of an employee, unverified, to see which teams invite them, and to join these in their place.
    const [p, elsewhere] = [await invitingProject(), await invitingProject()];
    const team = await teamIn(p);
    const address = freshAddress();
    const stranger = await userWith(p, address, { is_verified: false, used_for_auth: false });
    const namesake = await userWith(elsewhere, address);
    const { id } = await invitedAs(p, team.id, address);
    for (const { client } of [stranger, namesake]) expect((await list(client)).ids).toEqual([]);
    const input = { params: { id }, query: { user_id: "me" } };
    expectError(await stranger.client(acceptOwn, input), 403, "TEAM_INVITATION_EMAIL_MISMATCH");
    expectError(await namesake.client(acceptOwn, input), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect(await membersOf(team.id)).toEqual([]);
    expect(await openInvitations(p, team.id)).toEqual([id]);
  });

  it("200 none to an address that its email alone has proven, whose invitation is not accepted by its id", async () => {
    // Attack: Mallory signs up with Victor's address and sends the link that verifies it. Victor opens it once, without her session.
    // A team invites Victor, and she joins in his place by the id of what was emailed to him.
    const p = await invitingProject();
    const team = await teamIn(p);
    const address = freshAddress();
    const mallory = await userWith(p, address);
    const isHers = and(eq(contactChannels.projectId, p.id), eq(contactChannels.userId, mallory.id));
    await db.batch([db.update(contactChannels).set({ isProvenByMailAlone: true }).where(isHers)]);
    const { id } = await invitedAs(p, team.id, address);
    expect((await list(mallory.client)).ids).toEqual([]);
    const input = { params: { id }, query: { user_id: "me" } };
    expectError(await mallory.client(acceptOwn, input), 403, "TEAM_INVITATION_EMAIL_MISMATCH");
    expect(await membersOf(team.id)).toEqual([]);
  });

  it("403 for a client that names another user", async () => {
    // Attack: a user asks for the invitations of a colleague, and joins a team in their name.
    const p = await invitingProject();
    const [user, other] = [await userOf(p), await userOf(p)];
    const query = { user_id: other.id };
    const text =
      'Client can only see and accept invitations of their own user. user_id must be either "me" or the ID of the current user';
    expectPlainError(await user.client("GET /team-invitations", { query }), 403, text);
    expectPlainError(await user.client(acceptOwn, { params: { id: newId() }, query }), 403, text);
  });

  describe("POST /team-invitations/{id}/accept", () => {
    it("200 accepts one by its id, once, with the others of the team to the address; also for a member", async () => {
      const p = await invitingProject();
      const team = await teamIn(p);
      const address = freshAddress();
      const user = await userWith(p, address);
      const [code] = await twoTo(p, team.id, address);
      const { ids } = await list(user.client);
      expect(ids).toHaveLength(2);
      const input = { params: { id: ids[0] }, query: { user_id: "me" } };
      const tries = await Promise.all([user.client(acceptOwn, input), user.client(acceptOwn, input)]);
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect([await membersOf(team.id), (await list(user.client)).ids]).toEqual([[user.id], []]);
      expectError(await user.client(accept, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
      await p.server(leave, { params: { team_id: team.id, user_id: user.id } });
      const again = await invitedAs(p, team.id, address);
      await join(p, team.id, user.id);
      const byServer = { params: { id: again.id }, query: { user_id: user.id } };
      expect((await p.server(acceptOwn, byServer)).status).toBe(200);
      expect([await membersOf(team.id), await openInvitations(p, team.id)]).toEqual([[user.id], []]);
    });
  });

  it("400 SCHEMA_ERROR for a team and a user at once, and for neither", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const refused: Record<string, string>[] = [{}, { user_id: user.id, team_id: (await teamIn(p)).id }];
    for (const query of refused) {
      expectError(await p.server("GET /team-invitations", { query }), 400, "SCHEMA_ERROR");
    }
  });
});

it("finds members by address, and invitations by team, without a scan", async () => {
  const member = { projectId: "p", teamId: "t", userId: "u" };
  const plans = [
    selectMemberByEmail(db, { ...member, email: "a@example.com" }),
    selectVerifiedEmail(db, { ...member, email: sql`'a@example.com'` }),
    endInvitationsTo(db, member),
    endInvitationsBy(db, member),
    selectInvitationsOf(db, member),
  ];
  for (const plan of plans) expect(await planOf(plan)).not.toMatch(/SCAN/);
});

/** Invites an address, and reads the code from its newest email. */
async function invitedAs(p: TestProject, teamId: string, email: string, fields: object = {}) {
  const before = await mailbox({ to: email, atLeast: 0 });
  const response = await sendInvitation(p, teamId, { email, ...fields });
  expect(response.status).toBe(200);
  const emails = await mailbox({ to: email, atLeast: before.length + 1 });
  const id: string = response.body.id;
  return { id, code: codeIn(emails.at(-1)) };
}

/** The codes of two open invitations to one address, as they were before one replaced the other. */
async function twoTo(p: TestProject, teamId: string, email: string): Promise<[string, string]> {
  const [one, other] = [await invitedAs(p, teamId, email), await invited(p, teamId)];
  await changeInvitation(p, other.id, { payload: { teamId, email: email.toUpperCase() } });
  return [one.code, other.code];
}
