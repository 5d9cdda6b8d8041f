import { describe, expect, it } from "vitest";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { password, resetCode, signUp } from "../../../testing/password-sign-ins";
import type { TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { join, teamIn, userOf } from "../teams.fixtures";
import {
  callbackUrl,
  changeInvitation,
  invited,
  invitingProject,
  noCode,
  openInvitations,
  storedInvitations,
} from "./invitations.fixtures";

const preview = "POST /team-invitations/accept/preview";

const read = (p: TestProject, code: string) => p.client(preview, { body: { code } });

/** An invitation by a member with a name, and its code. */
async function invitedBy(p: TestProject, teamId: string, display_name: string) {
  const inviter = await userOf(p);
  await inviter.client("PATCH /users/me", { body: { display_name } });
  await join(p, teamId, inviter.id, ["inviter"]);
  const email = freshAddress();
  const body = { team_id: teamId, email, callback_url: callbackUrl };
  expect((await inviter.client("POST /team-invitations/send-code", { body })).status).toBe(200);
  const [message] = await mailbox({ to: email });
  return { inviter, email, code: new URL(message?.links[0] ?? "").searchParams.get("code") ?? "" };
}

describe(preview, () => {
  it("200 with team, inviter and recipient, without a user, in three round trips; the code is not used up", async () => {
    const p = await invitingProject();
    const team = await teamIn(p, { display_name: "Engines" });
    const { code, email, inviter } = await invitedBy(p, team.id, "Ada");
    const response = await read(p, code);
    const shown = {
      team_id: team.id,
      team_display_name: "Engines",
      inviter_display_name: "Ada",
      recipient_email: email,
      project_display_names: [],
    };
    expect([response.status, response.body, response.cost.d1]).toEqual([200, shown, 3]);
    const params = { team_id: team.id, user_id: "me" };
    await inviter.client("PATCH /team-member-profiles/{team_id}/{user_id}", {
      params,
      body: { display_name: "Captain" },
    });
    expect((await read(p, code)).body.inviter_display_name).toBe("Captain");
    expect(await openInvitations(p, team.id)).toHaveLength(1);
  });

  it("200 without an inviter where a server invited", async () => {
    const p = await invitingProject();
    const byServer = await invited(p, (await teamIn(p)).id);
    expect((await read(p, byServer.code)).body.inviter_display_name).toBeNull();
  });

  it("200 for an invitation from before inviters were stored", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { id, code, email } = await invited(p, team.id);
    await changeInvitation(p, id, { payload: { teamId: team.id, email } });
    expect((await read(p, code)).body).toMatchObject({ inviter_display_name: null, recipient_email: email });
  });

  it("200 as often as the page is opened: no preview is a try, also of a code of another kind", async () => {
    // Attack: an email scanner, or one who was forwarded the link, opens it until the code has had all its tries.
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    const { email } = await signUp(p);
    const reset = await resetCode(p, email);
    for (const each of Array(21).fill(code)) expect((await read(p, each)).status).toBe(200);
    for (const each of Array(21).fill(reset)) expectError(await read(p, each), 404, "VERIFICATION_CODE_NOT_FOUND");
    const guest = await userOf(p);
    expect((await guest.client("POST /team-invitations/accept", { body: { code } })).status).toBe(200);
    const body = { code: reset, password };
    expect((await p.client("POST /auth/password/reset", { body })).status).toBe(200);
  });

  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED where no try is left to accept the code with", async () => {
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    const check = () => p.client("POST /team-invitations/accept/check-code", { body: { code } });
    await Promise.all(Array.from({ length: 19 }, check));
    expect((await read(p, code)).status).toBe(200);
    await check();
    expectError(await read(p, code), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("200 with names as one line, without what cannot be seen, cut to 100 characters", async () => {
    // Attack: names that turn the text after them around, fill the page with words of their own, or are not there at all.
    const p = await invitingProject();
    const team = await teamIn(p, { display_name: `Engines\n\n\u202e${"call 555 ".repeat(40)}` });
    const { code } = await invitedBy(p, team.id, " \u200b ");
    const { body } = await read(p, code);
    expect(body.team_display_name).toMatch(/^Engines call 555 .*…$/);
    expect(body.team_display_name).toHaveLength(100);
    expect(body.inviter_display_name).toBeNull();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code and at another project, 400 once it has expired", async () => {
    const [p, other] = [await invitingProject(), await invitingProject()];
    const { code, id } = await invited(p, (await teamIn(p)).id);
    expectError(await read(p, noCode), 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await read(other, code), 404, "VERIFICATION_CODE_NOT_FOUND");
    await changeInvitation(p, id, { expiresAt: Date.now() });
    expectError(await read(p, code), 400, "VERIFICATION_CODE_EXPIRED");
  });

  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses, for the right code too", async () => {
    // Attack: guess the unknown part of a code without an account, to read names and addresses.
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    const guesses = Array.from({ length: 20 }, (_, index) => `zzzz${10 + index}${code.slice(6)}`);
    await Promise.all(guesses.map((guess) => read(p, guess)));
    expectError(await read(p, code), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("404 TEAM_NOT_FOUND when the team was deleted, with who invited and whom", async () => {
    const p = await invitingProject();
    const team = await teamIn(p);
    const { code, email, inviter } = await invitedBy(p, team.id, "Ada");
    await p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } });
    expectError(await read(p, code), 404, "TEAM_NOT_FOUND", { team_id: team.id });
    const stored = JSON.stringify(await storedInvitations(p));
    for (const secret of [email, inviter.id]) expect(stored).not.toContain(secret);
  });

  it("400 SCHEMA_ERROR for a malformed code and for unknown fields", async () => {
    const p = await invitingProject();
    const response = await p.client(preview, { body: { code: "x", user_id: "me" } });
    expectError(response, 400, "SCHEMA_ERROR");
    for (const part of ["body.code must be exactly 45 characters", "unknown properties: user_id"]) {
      expect(response.body.error).toContain(part);
    }
  });
});
