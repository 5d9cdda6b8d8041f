import { describe, expect, it } from "vitest";
import * as z from "zod";
import { signInByCode } from "../../../testing/code-sign-ins";
import { eventsOf, keepEvents } from "../../../testing/events";
import { freshAddress } from "../../../testing/mailbox";
import { anonymousUser, password, readUser, resetCode, signUp } from "../../../testing/password-sign-ins";
import { project, type TestProject } from "../../../testing/project";
import { plainShapes } from "./shapes/contract";
import { create, google, signedIn, teamOf, unknownId } from "./users.fixtures";

/** The events that an action adds. */
async function eventsBy(p: TestProject, act: () => Promise<unknown>) {
  const before = (await eventsOf(p)).length;
  await act();
  return (await eventsOf(p)).slice(before);
}

describe("user.created", () => {
  it("contains every field as servers read it, for a user with all fields set", async () => {
    const p = await keepEvents(
      await project({ ...google, "teams.createPersonalTeamOnSignUp": true, "auth.otp.allowSignIn": true }),
    );
    const user = await create(p, {
      display_name: `Ada "Countess" Lovelace`,
      primary_email: "ada@example.com",
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      client_metadata: { nested: [1, null, "ä"] },
      client_read_only_metadata: "text",
      server_metadata: false,
      password,
      otp_auth_enabled: true,
      totp_secret_base64: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      oauth_providers: [{ id: "google", account_id: "7", email: null }],
    });
    const [team, created, ...others] = await eventsOf(p);
    expect(others).toEqual([]);
    expect(user.selected_team).toMatchObject({ display_name: `Ada "Countess" Lovelace's Team`, server_metadata: null });
    expect(team).toEqual({ type: "team.created", data: user.selected_team });
    expect(created).toEqual({ type: "user.created", data: user });
    expect(user).toMatchObject({ auth_with_email: true, requires_totp_mfa: true, server_metadata: false });
  });

  it("contains every field as servers read it, for a user with no field set", async () => {
    const p = await keepEvents(await project());
    const user = await create(p);
    expect(await eventsOf(p)).toEqual([{ type: "user.created", data: user }]);
    expect(user).toMatchObject({ display_name: null, client_metadata: null, selected_team: null, is_anonymous: false });
  });

  it("is recorded for each way to sign up", async () => {
    const p = await keepEvents(await project({ "auth.otp.allowSignIn": true }));
    const byPassword = (await signUp(p)).user_id;
    const byCode = (await signInByCode(p)).body.user_id;
    const anonymous = (await p.client("POST /auth/anonymous/sign-up")).body.user_id;
    const events = await eventsOf(p);
    expect(events.map(({ type }) => type)).toEqual(["user.created", "user.created", "user.created"]);
    expect(events.map(({ data }) => (data as { id: string }).id)).toEqual([byPassword, byCode, anonymous]);
  });

  it("is not recorded when the address is taken: event and change are one batch", async () => {
    const p = await keepEvents(await project());
    const taken = { primary_email: "ada@example.com", primary_email_auth_enabled: true };
    await create(p, taken);
    const events = await eventsBy(p, () => p.server("POST /users", { body: taken }));
    expect(events).toEqual([]);
  });
});

describe("a plain field", () => {
  const { ofUsers, forUsers, ofServers } = plainShapes;
  const sampleOf = (shape: z.ZodType) => z.toJSONSchema(shape, { unrepresentable: "any" }).examples?.[0] ?? { a: [1] };

  it.each(Object.entries({ ...ofUsers, ...forUsers, ...ofServers }))(
    "%s is stored, read and told of, and written by whom the contract says",
    async (name, shape) => {
      const p = await keepEvents(await project());
      const { user, as } = await signedIn(p);
      const sample = sampleOf(shape);
      const written = { [name]: sample };
      const { body } = await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body: written });
      expect(body).toEqual({ ...user, ...written });
      expect(await readUser(p, user.id)).toEqual(body);
      expect((await eventsOf(p)).at(-1)).toEqual({ type: "user.updated", data: body });
      expect(await create(p, written)).toMatchObject(written);
      const read = (await as.client("GET /users/me")).body;
      expect(read[name]).toEqual(name in ofServers ? undefined : sample);
      const byUser = await as.client("PATCH /users/me", { body: { [name]: null } });
      expect(byUser.status).toBe(name in ofUsers ? 200 : 400);
      expect((await readUser(p, user.id))[name]).toEqual(name in ofUsers ? null : sample);
    },
  );
});

describe("user.updated", () => {
  it("contains the user after a server's change", async () => {
    const p = await keepEvents(await project());
    const { id } = await create(p, { display_name: "Before" });
    const events = await eventsBy(p, () =>
      p.server("PATCH /users/{user_id}", { params: { user_id: id }, body: { display_name: "After" } }),
    );
    expect(events).toEqual([{ type: "user.updated", data: await readUser(p, id) }]);
    expect(events[0]?.data).toMatchObject({ display_name: "After" });
  });

  it("contains the user after their own change, with the fields that only servers read", async () => {
    const p = await keepEvents(await project());
    const { user, as } = await signedIn(p, { server_metadata: { plan: "gold" } });
    const events = await eventsBy(p, () => as.client("PATCH /users/me", { body: { display_name: "Me" } }));
    expect(events).toEqual([{ type: "user.updated", data: await readUser(p, user.id) }]);
    expect(events[0]?.data).toMatchObject({ server_metadata: { plan: "gold" } });
  });

  it("is recorded once for an anonymous user who signs up, instead of user.created", async () => {
    const p = await keepEvents(await project());
    const { userId, tokens } = await anonymousUser(p);
    const events = await eventsBy(p, () => signUp(p, { tokens }));
    expect(events.map(({ type }) => type)).toEqual(["user.updated"]);
    expect(events[0]?.data).toMatchObject({ id: userId, is_anonymous: false, has_password: true });
  });

  it("is recorded for a password reset", async () => {
    const p = await keepEvents(await project());
    const { email, user_id } = await signUp(p);
    const code = await resetCode(p, email);
    const events = await eventsBy(p, () =>
      p.client("POST /auth/password/reset", { body: { code, password: "another one" } }),
    );
    expect(events.map(({ type }) => type)).toEqual(["user.updated"]);
    expect(events[0]?.data).toMatchObject({ id: user_id, has_password: true });
  });

  it("is recorded for who loses an address that its owner proves", async () => {
    // Attack: a squatter has another person's address as theirs, and stays it in the copy that the project's backend keeps by its webhooks.
    const p = await keepEvents(await project({ "auth.otp.allowSignIn": true }));
    const email = freshAddress();
    const { userId: id } = await anonymousUser(p);
    const squat = { primary_email: email, primary_email_auth_enabled: true };
    expect((await p.server("PATCH /users/{user_id}", { params: { user_id: id }, body: squat })).status).toBe(200);
    const events = await eventsBy(p, () => signInByCode(p, { email }));
    expect(events.map(({ type }) => type)).toEqual(["user.updated", "user.created"]);
    expect(events[0]?.data).toEqual(await readUser(p, id));
    expect(events[0]?.data).toMatchObject({ primary_email: null, primary_email_auth_enabled: false });
  });

  it("is not recorded for a refused change", async () => {
    const p = await keepEvents(await project());
    const params = { user_id: unknownId };
    expect(await eventsBy(p, () => p.server("PATCH /users/{user_id}", { params, body: {} }))).toEqual([]);
  });
});

describe("user.deleted", () => {
  it("contains the teams that the user leaves, after a team_membership.deleted for each", async () => {
    const p = await keepEvents(await project());
    const { id } = await create(p);
    const teams = [await teamOf(p, id, "First"), await teamOf(p, id, "Second")];
    const events = await eventsBy(p, () => p.server("DELETE /users/{user_id}", { params: { user_id: id } }));
    const left = (teamId: string) => ({ type: "team_membership.deleted", data: { team_id: teamId, user_id: id } });
    expect(events).toEqual(
      expect.arrayContaining([
        ...teams.map(left),
        { type: "user.deleted", data: { id, teams: expect.arrayContaining(teams.map((team) => ({ id: team }))) } },
      ]),
    );
    expect(events.map(({ type }) => type)).toEqual([
      "team_membership.deleted",
      "team_membership.deleted",
      "user.deleted",
    ]);
  });

  it("contains no teams for a user without teams, and is not recorded for a user who does not exist", async () => {
    const p = await keepEvents(await project());
    const { id } = await create(p);
    const remove = (userId: string) => p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expect(await eventsBy(p, () => remove(id))).toEqual([{ type: "user.deleted", data: { id, teams: [] } }]);
    expect(await eventsBy(p, () => remove(id))).toEqual([]);
  });
});
