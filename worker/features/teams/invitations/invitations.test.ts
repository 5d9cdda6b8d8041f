import { describe, expect, it } from "vitest";
import { idPattern, newId } from "../../../platform/secrets";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { db } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { refusesRestricted } from "../../../testing/suspensions";
import { forgetInvitations, revokeInvitation, selectInvitations } from "../invitation-codes";
import { join, teamIn, userOf } from "../teams.fixtures";
import {
  callbackUrl,
  changeInvitation,
  invited,
  invitingProject,
  openInvitations,
  sendInvitation,
  storedInvitations,
} from "./invitations.fixtures";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const sevenDays = 7 * 24 * 60 * 60 * 1000;

describe("POST /team-invitations/send-code", () => {
  const key = "POST /team-invitations/send-code";
  const anyBody = { team_id: newId(), email: "ada@example.com", callback_url: callbackUrl };
  it("200 for a member with $invite_members: the email names the team and links to the callback with a code", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const team = await teamIn(p, { display_name: "The Engines" });
    await join(p, team.id, user.id, ["inviter"]);
    const email = freshAddress();
    const body = { team_id: team.id.toUpperCase(), email, callback_url: callbackUrl };
    const response = await user.client(key, { body });
    const sent = { success: true, id: expect.stringMatching(idPattern) };
    expect([response.status, response.body, response.cost.d1]).toEqual([200, sent, 2]);
    const [message] = await mailbox({ to: email });
    expect(message?.subject).toBe("You are invited to join The Engines");
    expect(message?.text).toContain("You are invited to join The Engines at Test project.");
    const link = new URL(message?.links[0] ?? "");
    expect(link.origin + link.pathname).toBe("http://localhost:3000/handler/team-invitation");
    expect(link.searchParams.get("from")).toBe("mail");
    expect(link.searchParams.get("code")).toMatch(/^[0-9a-z]{45}$/);
    expect(await openInvitations(p, team.id)).toEqual([response.body.id]);
  });

  it("200 for a server, which needs no user", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const email = freshAddress();
    const { body } = await sendInvitation(p, team.id, { email });
    expect(await openInvitations(p, team.id)).toEqual([body.id]);
    expect(await mailbox({ to: email })).toHaveLength(1);
  });

  it("stores nothing that the link could be made from", async () => {
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    expect(JSON.stringify(await storedInvitations(p))).not.toContain(code.slice(6));
  });

  it("401 USER_AUTHENTICATION_REQUIRED for a client without a user", async () => {
    const p = await invitingProject();
    const body = { ...anyBody, team_id: (await teamIn(p)).id };
    expectError(await p.client(key, { body }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  it("attack: a client invites to a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND, the same as for an unknown one", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const user = await userOf(p);
    for (const team_id of [(await teamIn(p)).id, (await teamIn(other)).id, newId()]) {
      const response = await user.client(key, { body: { ...anyBody, team_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
    }
    expect(await storedInvitations(other)).toEqual([]);
  });

  it("attack: a member without $invite_members invites, 401 TEAM_PERMISSION_REQUIRED, and no email is sent", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["keeper", "basic"]);
    const email = freshAddress();
    const response = await user.client(key, { body: { ...anyBody, team_id: team.id, email } });
    expectError(response, 401, "TEAM_PERMISSION_REQUIRED", {
      team_id: team.id,
      user_id: user.id,
      permission_id: "$invite_members",
    });
    expect(await storedInvitations(p)).toEqual([]);
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  it("404 TEAM_NOT_FOUND for a server, for an unknown team and another project's; nothing is stored", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    for (const team_id of [newId(), (await teamIn(other)).id]) {
      expectError(await sendInvitation(p, team_id), 404, "TEAM_NOT_FOUND", { team_id });
    }
    expect([...(await storedInvitations(p)), ...(await storedInvitations(other))]).toEqual([]);
  });

  it("attack: a link that sends the code to an attacker's site, 400 REDIRECT_URL_NOT_WHITELISTED", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const email = freshAddress();
    for (const callback_url of ["https://evil.example/handler", "javascript:alert(1)"]) {
      const response = await sendInvitation(p, team.id, { callback_url, email });
      expectError(response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    expect(await storedInvitations(p)).toEqual([]);
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  // Attack: send spam in the project's name, through the names of teams.
  it.for(["https://casino.test", "Win at casino.test now", "a".repeat(61), "  "])(
    "200: a team with the name %j is not named in the email",
    async (display_name) => {
      const p = await invitingProject();
      const { message } = await invited(p, (await teamIn(p, { display_name })).id);
      expect(message?.subject).toBe("You are invited to join a team");
      expect(message?.text).toContain("You are invited to join a team at Test project.");
      expect(message?.raw).not.toContain("casino");
    },
  );

  // Evidence: inviter-does-not-speak-for-the-installation
  // Attack: a member calls themselves as the instance is called, or gives a number to call, and invites anyone. The shared server's email
  // would speak of a locked account in the instance's name.
  it.for(["Gatehouse Security", "Call +1 555 0100 now"])(
    "200: an inviter with the name %j is not named in an email by the shared server",
    async (display_name) => {
      const p = await invitingProject();
      const team = await teamIn(p, { display_name });
      const inviter = await userOf(p);
      await inviter.client("PATCH /users/me", { body: { display_name } });
      await join(p, team.id, inviter.id, ["inviter"]);
      const email = freshAddress();
      expect((await inviter.client(key, { body: { ...anyBody, team_id: team.id, email } })).status).toBe(200);
      const [message] = await mailbox({ to: email });
      expect(message?.subject).toBe("You are invited to join a team");
      expect(message?.text).toContain("You are invited to join a team at Test project.");
      expect(message?.raw).not.toContain(display_name);
    },
  );

  it("400 as text when the mail server refuses the email, and no invitation is stored", async () => {
    const p = await invitingProject({
      "emails.server": { isShared: false, host: "localhost", port: 1, senderEmail: "team@example.com" },
    });
    const team = await teamIn(p);
    expectPlainError(
      await sendInvitation(p, team.id),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
    expect(await storedInvitations(p)).toEqual([]);
  });

  // Attack: fill a mailbox, with any number of teams and spellings.
  it("429 beyond 5 invitations to one address in any case, which leave no invitation behind", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const email = freshAddress();
    const send = (index: number) =>
      p.server(key, {
        body: { ...anyBody, team_id: team.id, email: index % 2 ? email : email.toUpperCase() },
        settings: { RATE_LIMITS: "on" },
        headers: { "cf-connecting-ip": `2001:db8:1:${index}:${Math.floor(Math.random() * 65_536).toString(16)}::1` },
      });
    const responses = await Promise.all(times(8, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectPlainError(response, 429, "Too Many Requests");
    }
    expect(await openInvitations(p, team.id)).toHaveLength(1);
  });

  it("400 SCHEMA_ERROR for malformed and unknown fields; a query is ignored", async () => {
    const p = await invitingProject();
    const body = { team_id: "x", email: "", callback_url: "x", id: 1 };
    expectError(await p.server(key, { body, query: { a: "1" } }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on POST /api/v1/team-invitations/send-code:",
        "  - body.team_id must be a valid UUID",
        "  - body.email must not be empty",
        "  - body.callback_url is not a valid URL",
        "  - body contains unknown properties: id",
      ].join("\n"),
    });
  });
});

describe("GET /team-invitations", () => {
  const key = "GET /team-invitations";
  it("200 with a team's open invitations, oldest first, the code in none, in one round trip", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const [team, other] = [await teamIn(p), await teamIn(p)];
    await join(p, team.id, user.id, ["inviter"]);
    const before = Date.now();
    const sent = [await invited(p, team.id), await invited(p, team.id)];
    await invited(p, other.id);
    const [expired, used] = [await invited(p, team.id), await invited(p, team.id)];
    await changeInvitation(p, expired.id, { expiresAt: Date.now() });
    await user.client("POST /team-invitations/accept", { body: { code: used.code } });
    for (const who of [user.client, p.server, p.admin]) {
      const response = await who(key, { query: { team_id: team.id } });
      expect([response.status, response.cost.d1]).toEqual([200, 1]);
      expect(response.body).toEqual({
        items: sent.map(({ id, email }) => ({
          id,
          team_id: team.id,
          team_display_name: "Crew",
          recipient_email: email,
          expires_at_millis: expect.any(Number),
        })),
        is_paginated: false,
      });
      expect(response.body.items[0].expires_at_millis).toBeGreaterThanOrEqual(before + sevenDays);
      expect(response.body.items[0].expires_at_millis).toBeLessThanOrEqual(Date.now() + sevenDays);
    }
  });

  it("200 with the address as it was typed", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const email = `Ada.${freshAddress()}`;
    await sendInvitation(p, team.id, { email });
    const { body } = await p.server(key, { query: { team_id: team.id } });
    expect(body.items[0].recipient_email).toBe(email);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user", async () => {
    const p = await invitingProject();
    const query = { team_id: (await teamIn(p)).id };
    expectError(await p.client(key, { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("attack: a client lists the invitations of a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const user = await userOf(p);
    const [theirs, elsewhere] = [await teamIn(p), await teamIn(other)];
    for (const each of [theirs, elsewhere]) await invited(each === theirs ? p : other, each.id);
    for (const team_id of [theirs.id, elsewhere.id, newId()]) {
      const response = await user.client(key, { query: { team_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
    }
  });

  it("attack: a member without both permissions, 401 TEAM_PERMISSION_REQUIRED; $read_members is reported first", async () => {
    const p = await invitingProject();
    for (const [granted, missing] of [
      [[], "$read_members"],
      [["$invite_members"], "$read_members"],
      [["$read_members"], "$invite_members"],
    ] as const) {
      const user = await userOf(p);
      const team = await teamIn(p);
      await join(p, team.id, user.id, [...granted]);
      const response = await user.client(key, { query: { team_id: team.id } });
      expectError(response, 401, "TEAM_PERMISSION_REQUIRED", {
        team_id: team.id,
        user_id: user.id,
        permission_id: missing,
      });
    }
  });

  it("404 TEAM_NOT_FOUND for a server, for an unknown team and another project's", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    for (const team_id of [newId(), (await teamIn(other)).id]) {
      expectError(await p.server(key, { query: { team_id } }), 404, "TEAM_NOT_FOUND", { team_id });
    }
  });

  it("400 SCHEMA_ERROR without a team, and for unknown query parameters", async () => {
    const p = await invitingProject();
    expectError(await p.server(key, { query: { limit: "1" } }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on GET /api/v1/team-invitations:",
        "  - query contains unknown properties: limit",
        "  - query must have either team_id or user_id",
      ].join("\n"),
    });
  });

  it("uses the index of a team's codes, in their order", async () => {
    const team = { projectId: "p", teamId: "t" };
    const byTeam = "INDEX verification_codes_by_subject (project_id=? AND kind=? AND subject=?)";
    expect(await planOf(selectInvitations(db, team))).toBe(`SEARCH verification_codes USING ${byTeam}`);
    expect(await planOf(forgetInvitations(db, team))).toBe(`SEARCH verification_codes USING COVERING ${byTeam}`);
    expect(await planOf(revokeInvitation(db, { ...team, id: "i" }))).not.toMatch(/SCAN/);
  });
});

describe("DELETE /team-invitations/{id}", () => {
  const key = "DELETE /team-invitations/{id}";
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client(key, { params: { id: newId() }, query: { team_id: newId() } }),
  );

  it("200 for a member with $remove_members, without $invite_members: the code stops working, the others work", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["keeper"]);
    const [revoked, kept] = [await invited(p, team.id), await invited(p, team.id)];
    const response = await user.client(key, { params: { id: revoked.id }, query: { team_id: team.id } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, 2]);
    expect(await openInvitations(p, team.id)).toEqual([kept.id]);
    const guest = await userOf(p);
    const accept = (code: string) => guest.client("POST /team-invitations/accept", { body: { code } });
    expectError(await accept(revoked.code), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await accept(kept.code)).status).toBe(200);
  });

  it("200 for a server, 404 VERIFICATION_CODE_NOT_FOUND the second time", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { id } = await invited(p, team.id);
    const revoke = () => p.server(key, { params: { id }, query: { team_id: team.id } });
    expect((await revoke()).status).toBe(200);
    expectError(await revoke(), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user", async () => {
    const p = await invitingProject();
    const input = { params: { id: newId() }, query: { team_id: newId() } };
    expectError(await p.client(key, input), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("attack: a client revokes an invitation of another team, 404 TEAM_MEMBERSHIP_NOT_FOUND; without $remove_members, 401", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const [theirs, own] = [await teamIn(p), await teamIn(p)];
    await join(p, own.id, user.id, ["inviter", "basic"]);
    const revoke = async (teamId: string) => {
      const { id } = await invited(p, teamId);
      return user.client(key, { params: { id }, query: { team_id: teamId } });
    };
    const details = { team_id: theirs.id, user_id: user.id };
    expectError(await revoke(theirs.id), 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
    const member = { team_id: own.id, user_id: user.id, permission_id: "$remove_members" };
    expectError(await revoke(own.id), 401, "TEAM_PERMISSION_REQUIRED", member);
    expect([...(await openInvitations(p, theirs.id)), ...(await openInvitations(p, own.id))]).toHaveLength(2);
  });

  it("attack: deleting what is not an invitation of the team, 404 VERIFICATION_CODE_NOT_FOUND, and nothing is deleted", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const user = await userOf(p);
    const [own, theirs, elsewhere] = [await teamIn(p), await teamIn(p), await teamIn(other)];
    await join(p, own.id, user.id, ["keeper"]);
    const ofOthers = [await invited(p, theirs.id), await invited(other, elsewhere.id)];
    const anotherKind = await invited(p, own.id);
    await changeInvitation(p, anotherKind.id, { kind: "password_reset" });
    const [used, expired] = [await invited(p, own.id), await invited(p, own.id)];
    await user.client("POST /team-invitations/accept", { body: { code: used.code } });
    await changeInvitation(p, expired.id, { expiresAt: Date.now() });
    for (const id of [...ofOthers, anotherKind, used, expired].map((one) => one.id).concat(newId())) {
      for (const who of [user.client, p.server]) {
        const response = await who(key, { params: { id }, query: { team_id: own.id } });
        expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
      }
    }
    expect(await openInvitations(p, theirs.id)).toHaveLength(1);
    expect(await openInvitations(other, elsewhere.id)).toHaveLength(1);
    expect(await storedInvitations(p)).toHaveLength(3);
  });

  it("404 TEAM_NOT_FOUND for a server, for an unknown team and another project's", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const elsewhere = await teamIn(other);
    const { id } = await invited(other, elsewhere.id);
    for (const team_id of [newId(), elsewhere.id]) {
      expectError(await p.server(key, { params: { id }, query: { team_id } }), 404, "TEAM_NOT_FOUND", { team_id });
    }
    expect(await openInvitations(other, elsewhere.id)).toEqual([id]);
  });

  it("400 SCHEMA_ERROR for a malformed id, and without a team", async () => {
    const p = await invitingProject();
    const response = await p.server(key, { params: { id: "x" } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("\n  - query.team_id must be defined");
    expect(response.body.error).toContain("\n  - params.id must be a valid UUID");
  });

  // Race: revoke an invitation while it is accepted.
  it("either the guest is a member, or the invitation is revoked: never both, never neither", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    for (const _ of times(5, () => null)) {
      const guest = await userOf(p);
      const { id, code } = await invited(p, team.id);
      const [revoked, accepted] = await Promise.all([
        p.server(key, { params: { id }, query: { team_id: team.id } }),
        guest.client("POST /team-invitations/accept", { body: { code } }),
      ]);
      expect([revoked.status, accepted.status].sort()).toEqual([200, 404]);
    }
  });
});

const key = "POST /team-invitations/send-code";

describe(`${key}: who invites`, () => {
  it("200 for a member with a name: the email names who invites, by the name in the team", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const team = await teamIn(p, { display_name: "The Engines" });
    await join(p, team.id, user.id, ["inviter"]);
    await user.client("PATCH /users/me", { body: { display_name: "Ada Lovelace" } });
    const textOf = async () => {
      const email = freshAddress();
      await user.client(key, { body: { team_id: team.id, email, callback_url: callbackUrl } });
      const [message] = await mailbox({ to: email });
      return message?.text.replaceAll("\n", " ");
    };
    expect(await textOf()).toContain("Ada Lovelace invites you to join The Engines at Test project.");
    await user.client("PATCH /team-member-profiles/{team_id}/{user_id}", {
      params: { team_id: team.id, user_id: "me" },
      body: { display_name: "Captain" },
    });
    expect(await textOf()).toContain("Captain invites you to join The Engines at Test project.");
  });

  // Attack: send spam in the project's name, through the names of members.
  it.for(["https://casino.test", "Win at casino.test now", "boss@bank.test", "a".repeat(61)])(
    "200: a member with the name %j is not named in the email",
    async (display_name) => {
      const p = await invitingProject();
      const user = await userOf(p);
      const team = await teamIn(p);
      await join(p, team.id, user.id, ["inviter"]);
      await user.client("PATCH /users/me", { body: { display_name } });
      const email = freshAddress();
      await user.client(key, { body: { team_id: team.id, email, callback_url: callbackUrl } });
      const [message] = await mailbox({ to: email });
      expect(message?.text).toContain("You are invited to join");
      expect(message?.raw).not.toMatch(/casino|bank\.test|aaaa/);
    },
  );
});
