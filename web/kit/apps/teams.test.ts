import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import type * as wire from "../requests/wire";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

const team: wire.Team = {
  id: "t1",
  display_name: "Core",
  profile_image_url: null,
  client_metadata: { a_b: 1 },
  client_read_only_metadata: null,
};

const profile = (user_id: string, display_name: string): wire.TeamMemberProfile => ({
  team_id: "t1",
  user_id,
  display_name,
  profile_image_url: null,
});

/** The app of a signed-in user with a team, and what it announced since. */
async function memberApp(page: FakePage | null = new FakePage()) {
  api.on("POST /auth/password/sign-in", { body: { access_token: accessToken(), refresh_token: "r1" } });
  api.on("GET /users/me", { body: { ...clientUser, selected_team_id: "t1", selected_team: team } });
  const options = { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore: "memory" } as const;
  const app = new GatehouseClientApp(options, new FakeHost(page));
  await app.signInWithCredential({ email: "a@b.co", password: "x", noRedirect: true });
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  const user = await app.getUser({ or: "throw" });
  if (!user.selectedTeam) throw new Error("The user has no team.");
  return { app, user, team: user.selectedTeam, changed };
}

/** The headers that identify the caller. */
const callers = () => api.received.map(({ headers }) => headers["x-stack-access-token"] !== undefined);

describe("a team", () => {
  it("is what its members see of it, and carries nothing else away", async () => {
    const mine = await memberApp();
    expect(JSON.parse(JSON.stringify(mine.team))).toEqual({
      id: "t1",
      displayName: "Core",
      profileImageUrl: null,
      clientMetadata: { a_b: 1 },
      clientReadOnlyMetadata: null,
    });
    expect(Object.isFrozen(mine.team)).toBe(true);
  });

  it("update sends what is given, and announces teams and users", async () => {
    api.on("PATCH /teams/t1", { body: team });
    const mine = await memberApp();
    await mine.team.update({ displayName: "Hub", profileImageUrl: null, clientMetadata: { aB: 1 } });
    expect(api.bodyOf("PATCH /teams/t1")).toEqual({
      display_name: "Hub",
      profile_image_url: null,
      client_metadata: { aB: 1 },
    });
    expect(mine.changed).toEqual(["teams current-user users"]);
  });

  it("delete removes it, and announces teams and users", async () => {
    api.on("DELETE /teams/t1", { body: { success: true } });
    const mine = await memberApp();
    await mine.team.delete();
    expect(api.requestsFor("DELETE /teams/t1")).toHaveLength(1);
    expect(mine.changed).toEqual(["teams current-user users"]);
  });

  it("inviteUser leads the email to the invitation page, or to the given address", async () => {
    api.on("POST /team-invitations/send-code", { body: { success: true, id: "i1" } });
    const mine = await memberApp();
    await mine.team.inviteUser({ email: "b@b.co" });
    await mine.team.inviteUser({ email: "b@b.co", callbackUrl: "https://a.example/join", forRecipientOnly: true });
    const sent = api.requestsFor("POST /team-invitations/send-code").map(({ body }) => JSON.parse(body));
    expect(sent).toEqual([
      {
        team_id: "t1",
        email: "b@b.co",
        callback_url: new URL("/handler/team-invitation", new FakePage().location.href).href,
      },
      { team_id: "t1", email: "b@b.co", callback_url: "https://a.example/join", for_recipient_only: true },
    ]);
    expect(mine.changed).toEqual(["team-invitations", "team-invitations"]);
  });

  it("inviteUser needs an address to lead to outside a browser", async () => {
    const mine = await memberApp(null);
    await expect(mine.team.inviteUser({ email: "b@b.co" })).rejects.toThrow(/callbackUrl option is required/);
  });

  it("listUsers gives the members by what they show there", async () => {
    api.on("GET /team-member-profiles?team_id=t1", { body: { items: [profile("u1", "Zoë"), profile("u2", "Bo")] } });
    const mine = await memberApp();
    expect(await mine.team.listUsers()).toEqual([
      { id: "u1", teamProfile: { displayName: "Zoë", profileImageUrl: null } },
      { id: "u2", teamProfile: { displayName: "Bo", profileImageUrl: null } },
    ]);
  });

  it("listInvitations gives the open ones, each of which can be revoked", async () => {
    const invitation = { id: "i1", team_id: "t1", recipient_email: "b@b.co", expires_at_millis: 1_760_000_000_000 };
    api.on("GET /team-invitations?team_id=t1", { body: { items: [invitation] } });
    api.on("DELETE /team-invitations/i1?team_id=t1", { body: { success: true } });
    const mine = await memberApp();
    const [first] = await mine.team.listInvitations();
    expect(first).toEqual({ id: "i1", recipientEmail: "b@b.co", expiresAt: new Date(1_760_000_000_000) });
    await first?.revoke();
    expect(mine.changed).toEqual(["team-invitations"]);
  });

  it("throws what the server refuses", async () => {
    api.on("GET /team-invitations?team_id=t1", refusal("TEAM_PERMISSION_REQUIRED", 401, "No."));
    const mine = await memberApp();
    await expect(mine.team.listInvitations()).rejects.toMatchObject({ errorCode: "TEAM_PERMISSION_REQUIRED" });
  });
});

describe("a member", () => {
  it("leaves a team, and announces the teams, the members and the user", async () => {
    api.on("DELETE /team-memberships/t1/me", { body: { success: true } });
    const { user, team: left, changed } = await memberApp();
    await user.leaveTeam(left);
    expect(api.requestsFor("DELETE /team-memberships/t1/me")).toHaveLength(1);
    expect(changed).toEqual(["teams team-members api-keys current-user users"]);
  });

  it("reads and changes how they show themself in a team", async () => {
    api.on("GET /team-member-profiles/t1/me", { body: profile("u1", "Zoë") });
    api.on("PATCH /team-member-profiles/t1/me", { body: profile("u1", "Captain") });
    const { user, team: mine, changed } = await memberApp();
    const shown = await user.getTeamProfile(mine);
    expect(shown).toEqual({ displayName: "Zoë", profileImageUrl: null });
    await shown.update({ displayName: "Captain", profileImageUrl: null });
    expect(api.bodyOf("PATCH /team-member-profiles/t1/me")).toEqual({
      display_name: "Captain",
      profile_image_url: null,
    });
    expect(changed).toEqual(["team-members"]);
  });
});

describe("the members of a team", () => {
  it("are listed with permissions and addresses, and removed", async () => {
    const member = {
      user_id: "u2",
      display_name: "Ada",
      profile_image_url: null,
      permission_ids: ["team_admin"],
      manages_team: true,
      primary_email: "ada@b.co",
    };
    api.on("GET /team-members?team_id=t1", { body: { items: [member], is_paginated: false } });
    api.on("DELETE /team-memberships/t1/u2", { body: { success: true } });
    const { team, changed } = await memberApp();
    const [listed] = await team.listMembers();
    expect(listed).toMatchObject({
      id: "u2",
      displayName: "Ada",
      profileImageUrl: null,
      permissionIds: ["team_admin"],
      managesTeam: true,
      primaryEmail: "ada@b.co",
    });
    await listed?.remove();
    expect(changed).toEqual(["teams team-members api-keys current-user users"]);
  });
});

describe("the code of an invitation", () => {
  const [check, details, accept] = [
    "POST /team-invitations/accept/check-code",
    "POST /team-invitations/accept/details",
    "POST /team-invitations/accept",
  ];

  it("is checked, returns its team, and makes a member, all as the signed-in user", async () => {
    api.on(check, { body: { is_code_valid: true } });
    api.on(details, { body: { team_id: "t1", team_display_name: "Core" } });
    api.on(accept, { body: {} });
    const { app, changed } = await memberApp();
    api.received.length = 0;
    expect(await app.verifyTeamInvitationCode("c1")).toEqual({ status: "ok", data: undefined });
    expect(await app.getTeamInvitationDetails("c1")).toEqual({ status: "ok", data: { teamDisplayName: "Core" } });
    expect(changed).toEqual([]);
    expect(await app.acceptTeamInvitation("c1")).toEqual({ status: "ok", data: undefined });
    expect(changed).toEqual(["teams team-members team-invitations"]);
    for (const route of [check, details, accept]) expect(api.bodyOf(route)).toEqual({ code: "c1" });
    expect(callers()).toEqual([true, true, true]);
  });

  it("shows team, inviter and recipient without a user", async () => {
    const preview = "POST /team-invitations/accept/preview";
    const body = {
      team_id: "t1",
      team_display_name: "Core",
      inviter_display_name: null,
      recipient_email: "b@b.co",
    };
    api.on(preview, [{ body }, refusal("VERIFICATION_CODE_EXPIRED", 400, "Too old.")]);
    const { app } = await memberApp();
    expect(await app.previewTeamInvitation("c1")).toEqual({
      status: "ok",
      data: { teamId: "t1", teamDisplayName: "Core", inviterDisplayName: null, recipientEmail: "b@b.co" },
    });
    expect(api.bodyOf(preview)).toEqual({ code: "c1" });
    expect(api.requestsFor(preview)[0]?.headers).not.toHaveProperty("x-stack-access-token");
    expect(await app.previewTeamInvitation("c1")).toMatchObject({ status: "error" });
  });

  it("returns what is wrong with the code, and throws everything else", async () => {
    const used = refusal("VERIFICATION_CODE_ALREADY_USED", 409, "Used.");
    const gone = refusal("TEAM_NOT_FOUND", 404, "Team t1 not found.", { team_id: "t1" });
    for (const route of [check, details, accept]) api.on(route, [used, gone]);
    const { app } = await memberApp();
    const methods = [
      () => app.verifyTeamInvitationCode("c1"),
      () => app.getTeamInvitationDetails("c1"),
      () => app.acceptTeamInvitation("c1"),
    ];
    for (const method of methods) {
      expect(await method()).toMatchObject({ status: "error", error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" } });
      await expect(method()).rejects.toMatchObject({ errorCode: "TEAM_NOT_FOUND" });
    }
  });
});
