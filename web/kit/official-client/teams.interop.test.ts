import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject({ clientTeamCreationEnabled: true });

/** A website's app with a new user signed in. */
async function newUser() {
  const app = suite.project.clientApp();
  await signUp(app, newAddress());
  return { app, user: await app.getUser({ or: "throw" }) };
}

type Team = Awaited<ReturnType<Awaited<ReturnType<typeof newUser>>["user"]["createTeam"]>>;

/** Has a team invite a user, and takes the code from the email. */
async function invite(team: Team) {
  const email = newAddress("guest");
  await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
  const message = await suite.gatehouse.mailbox.waitFor({ to: email });
  return { email, message, code: codeIn(message) };
}

describe("the official client app", () => {
  it("201: makes a team, which is selected, changes it, and deletes it", async ({ expect }) => {
    const { app, user } = await newUser();
    const made = await user.createTeam({ displayName: "Engines" });
    expect((await app.getUser({ or: "throw" })).selectedTeam?.id).toBe(made.id);
    await made.update({ displayName: "Analytical Engines", clientMetadata: { floor: 2 } });
    const read = await user.getTeam(made.id);
    expect(read).toMatchObject({
      id: made.id,
      displayName: "Analytical Engines",
      profileImageUrl: null,
      clientMetadata: { floor: 2 },
      clientReadOnlyMetadata: null,
    });
    await user.setSelectedTeam(null);
    expect((await app.getUser({ or: "throw" })).selectedTeam).toBeNull();
    await made.delete();
    expect((await user.listTeams()).map(({ id }) => id)).not.toContain(made.id);
    expect(await user.getTeam(made.id)).toBeNull();
  });

  it("200: invites a user by email, who reads the invitation, accepts it, and is a member", async ({ expect }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    const { email, message, code } = await invite(team);
    expect(message.subject).toBe("You are invited to join Engines");
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email, expiresAt: expect.any(Date) }]);

    const guest = await newUser();
    expect(await guest.app.verifyTeamInvitationCode(code)).toMatchObject({ status: "ok" });
    expect(await guest.app.getTeamInvitationDetails(code)).toMatchObject({
      status: "ok",
      data: { teamDisplayName: "Engines" },
    });
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject({ status: "ok" });
    expect((await guest.user.listTeams()).map(({ id }) => id)).toContain(team.id);
    expect((await team.listUsers()).map(({ id }) => id)).toEqual([host.user.id, guest.user.id]);
    expect(await team.listInvitations()).toEqual([]);
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" },
    });
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: accepts no invitation that was taken back", async ({ expect }) => {
    const { user } = await newUser();
    const team = await user.createTeam({ displayName: "Engines" });
    const { code } = await invite(team);
    const [invitation] = await team.listInvitations();
    await invitation?.revoke();
    const guest = await newUser();
    const refused = { status: "error", error: { errorCode: "VERIFICATION_CODE_NOT_FOUND" } };
    expect(await guest.app.verifyTeamInvitationCode(code)).toMatchObject(refused);
    expect(await guest.app.getTeamInvitationDetails(code)).toMatchObject(refused);
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject(refused);
    expect((await team.listUsers()).map(({ id }) => id)).toEqual([user.id]);
  });

  it("401 USER_AUTHENTICATION_REQUIRED: uses no invitation up while no user is signed in", async ({ expect }) => {
    const { user } = await newUser();
    const team = await user.createTeam({ displayName: "Engines" });
    const { code } = await invite(team);
    const signedOut = suite.project.clientApp();
    await expect(signedOut.acceptTeamInvitation(code)).rejects.toMatchObject({
      errorCode: "USER_AUTHENTICATION_REQUIRED",
    });
    expect(await signedOut.verifyTeamInvitationCode(code)).toMatchObject({ status: "ok" });
  });

  it("200: a member shows themself under another name in one team, and leaves it", async ({ expect }) => {
    const { app, user } = await newUser();
    await user.setDisplayName("Ada");
    const [team, other] = [
      await user.createTeam({ displayName: "Engines" }),
      await user.createTeam({ displayName: "Poets" }),
    ];
    const profile = await user.getTeamProfile(team);
    expect(profile).toMatchObject({ displayName: "Ada", profileImageUrl: null });
    await profile.update({ displayName: "Countess" });
    expect(await user.getTeamProfile(team)).toMatchObject({ displayName: "Countess" });
    expect(await user.getTeamProfile(other)).toMatchObject({ displayName: "Ada" });
    expect((await team.listUsers()).map(({ teamProfile }) => teamProfile.displayName)).toEqual(["Countess"]);
    await user.setSelectedTeam(team);
    await user.leaveTeam(team);
    expect(await user.getTeam(team.id)).toBeNull();
    expect((await app.getUser({ or: "throw" })).selectedTeam).toBeNull();
    expect(await user.getTeam(other.id)).not.toBeNull();
  });

  it("401 TEAM_PERMISSION_REQUIRED: a member changes nothing that only an admin of the team may", async ({
    expect,
  }) => {
    // The attack: an invited guest takes the team over.
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    const { code } = await invite(team);
    const guest = await newUser();
    await guest.app.acceptTeamInvitation(code);
    const theirs = await guest.user.getTeam(team.id);
    await expect(theirs?.update({ displayName: "Mine" })).rejects.toMatchObject({
      errorCode: "TEAM_PERMISSION_REQUIRED",
    });
    await expect(theirs?.delete()).rejects.toMatchObject({ errorCode: "TEAM_PERMISSION_REQUIRED" });
    expect(await host.user.getTeam(team.id)).toMatchObject({ displayName: "Engines" });
  });
});

describe("the official server app", () => {
  it("201: makes a team with every field, finds it among all, changes it, and deletes it", async ({ expect }) => {
    const app = suite.project.serverApp();
    const creator = await app.createUser({ displayName: "Grace" });
    const made = await app.createTeam({ displayName: "Compilers", creatorUserId: creator.id });
    expect((await app.listTeams()).map(({ id }) => id)).toContain(made.id);
    await made.update({ displayName: "COBOL", serverMetadata: { budget: 1 }, clientReadOnlyMetadata: "plan" });
    expect(await app.getTeam(made.id)).toMatchObject({
      displayName: "COBOL",
      createdAt: made.createdAt,
      serverMetadata: { budget: 1 },
      clientReadOnlyMetadata: "plan",
    });
    await made.delete();
    expect(await app.getTeam(made.id)).toBeNull();
    expect(await creator.listTeams()).toEqual([]);
  });

  it("201: adds users to a team, lists them with what they show there, and takes them out", async ({ expect }) => {
    const app = suite.project.serverApp();
    const team = await app.createTeam({ displayName: "Compilers" });
    const [grace, ada] = [await app.createUser({ displayName: "Grace" }), await app.createUser({ displayName: "Ada" })];
    await team.addUser(grace.id);
    await team.addUser(ada.id);
    await (await grace.getTeamProfile(team)).update({ displayName: "Admiral" });
    const members = await team.listUsers();
    expect(members.map(({ id, displayName, teamProfile }) => [id, displayName, teamProfile.displayName])).toEqual([
      [grace.id, "Grace", "Admiral"],
      [ada.id, "Ada", "Ada"],
    ]);
    await expect(team.addUser(ada.id)).rejects.toMatchObject({ errorCode: "TEAM_MEMBERSHIP_ALREADY_EXISTS" });
    await team.removeUser(ada.id);
    expect((await team.listUsers()).map(({ id }) => id)).toEqual([grace.id]);
    expect(await ada.getTeam(team.id)).toBeNull();
    expect((await grace.getTeam(team.id))?.id).toBe(team.id);
  });

  it("200: invites for a team without members, and takes the invitation back", async ({ expect }) => {
    const team = await suite.project.serverApp().createTeam({ displayName: "Compilers" });
    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
    await suite.gatehouse.mailbox.waitFor({ to: email });
    const [invitation] = await team.listInvitations();
    expect(invitation).toMatchObject({ recipientEmail: email });
    await invitation?.revoke();
    expect(await team.listInvitations()).toEqual([]);
  });

  it("201: makes a team for a user, who has it selected until another is, or none", async ({ expect }) => {
    const app = suite.project.serverApp();
    const user = await app.createUser({ displayName: "Grace" });
    const team = await user.createTeam({ displayName: "Compilers" });
    expect((await app.getUser(user.id))?.selectedTeam?.id).toBe(team.id);
    await user.setSelectedTeam(null);
    expect((await app.getUser(user.id))?.selectedTeam).toBeNull();
    expect((await user.listTeams()).map(({ id }) => id)).toEqual([team.id]);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER: cannot leave a team on a user's behalf, as the request is a client's", async ({
    expect,
  }) => {
    const app = suite.project.serverApp();
    const user = await app.createUser({});
    const team = await app.createTeam({ displayName: "Compilers", creatorUserId: user.id });
    await expect(user.leaveTeam(team)).rejects.toMatchObject({ errorCode: "CANNOT_GET_OWN_USER_WITHOUT_USER" });
    expect((await user.getTeam(team.id))?.id).toBe(team.id);
  });
});
