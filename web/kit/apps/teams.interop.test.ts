import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../testing/project-under-test";

const suite = startProject({ clientTeamCreationEnabled: true, allowTeamApiKeys: true });

const newUser = () => signUp(suite.project.clientApp());
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const error = (errorCode: string) => ({ status: "error", error: { errorCode } });

describe("teams with the kit", () => {
  it("are made, changed, joined by invitation, and left", async ({ expect }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    expect((await host.app.getUser())?.selectedTeam?.id).toBe(team.id);
    await host.user.setSelectedTeam(null);
    expect((await host.app.getUser())?.selectedTeam).toBeNull();
    expect(JSON.parse(JSON.stringify(team))).toEqual({
      id: team.id,
      displayName: "Engines",
      profileImageUrl: null,
      clientMetadata: null,
      clientReadOnlyMetadata: null,
    });
    await team.update({ displayName: "Analytical Engines", clientMetadata: { floor: 2 } });
    expect(await host.user.getTeam(team.id)).toMatchObject({
      displayName: "Analytical Engines",
      clientMetadata: { floor: 2 },
    });

    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email, expiresAt: expect.any(Date) }]);
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email }));
    expect(await suite.project.clientApp().previewTeamInvitation(code)).toEqual({
      status: "ok",
      data: {
        teamId: team.id,
        teamDisplayName: "Analytical Engines",
        inviterDisplayName: null,
        recipientEmail: email,
        projectDisplayNames: [],
      },
    });
    const guest = await newUser();
    expect((await guest.app.verifyTeamInvitationCode(code)).status).toBe("ok");
    expect(await guest.app.getTeamInvitationDetails(code)).toEqual({
      status: "ok",
      data: { teamDisplayName: "Analytical Engines" },
    });
    expect((await guest.app.acceptTeamInvitation(code)).status).toBe("ok");
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject(error("VERIFICATION_CODE_ALREADY_USED"));
    expect(idsOf(await team.listUsers())).toEqual([host.user.id, guest.user.id]);

    await (await guest.user.getTeamProfile(team)).update({ displayName: "Countess" });
    expect((await team.listUsers())[1]?.teamProfile.displayName).toBe("Countess");
    const theirs = await guest.user.getTeam(team.id);
    await expect(theirs?.update({ displayName: "Mine" })).rejects.toMatchObject({
      errorCode: "TEAM_PERMISSION_REQUIRED",
    });
    await guest.user.leaveTeam(team);
    expect(await guest.user.getTeam(team.id)).toBeNull();
    await (await suite.project.serverApp().getTeam(team.id))?.addUser(guest.user.id);
    const [creator, member] = await team.listMembers();
    expect(creator).toMatchObject({ id: host.user.id, permissionIds: ["team_admin"], managesTeam: true });
    expect(member).toMatchObject({ id: guest.user.id, permissionIds: ["team_member"], managesTeam: false });
    expect(member).toMatchObject({ displayName: null, profileImageUrl: null, primaryEmail: guest.email });
    await member?.remove();
    expect(idsOf(await team.listUsers())).toEqual([host.user.id]);
    await team.delete();
    expect(idsOf(await host.user.listTeams())).not.toContain(team.id);
  });

  it("revoke an invitation, whose code then is unknown", async ({ expect }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL, forRecipientOnly: true });
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email }));
    await (await team.listInvitations())[0]?.revoke();
    const { app } = await newUser();
    for (const method of ["previewTeamInvitation", "verifyTeamInvitationCode", "getTeamInvitationDetails"] as const) {
      expect(await app[method](code)).toMatchObject(error("VERIFICATION_CODE_NOT_FOUND"));
    }
    expect(await app.acceptTeamInvitation(code)).toMatchObject(error("VERIFICATION_CODE_NOT_FOUND"));
  });

  it("are joined by the id of an invitation to a verified address, and come in pages to a server", async ({
    expect,
  }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    const guest = await newUser();
    await guest.user.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    await team.inviteUser({ email: guest.email, callbackUrl: CALLBACK_URL });
    expect(await guest.user.listTeamInvitations()).toEqual([]);
    const emails = await suite.gatehouse.mailbox.waitFor({ to: guest.email, subject: /erify/ });
    await guest.app.verifyEmail(codeIn(emails));
    const [invitation] = await guest.user.listTeamInvitations();
    const fields = { teamId: team.id, teamDisplayName: "Engines", recipientEmail: guest.email };
    expect(invitation).toMatchObject({ ...fields, expiresAt: expect.any(Date) });
    await invitation?.accept();
    expect(idsOf(await guest.user.listTeams())).toContain(team.id);
    await expect(invitation?.accept()).rejects.toMatchObject({ errorCode: "VERIFICATION_CODE_NOT_FOUND" });
    expect(await guest.user.listConnectedAccounts()).toEqual([]);
    const server = suite.project.serverApp();
    const page = await server.listTeams({ userId: host.user.id, limit: 1, desc: true });
    expect([idsOf(page), page.nextCursor]).toEqual([[team.id], null]);
    expect(idsOf(await server.listUsers({ teamId: team.id, orderBy: "lastActiveAt", desc: true }))).toHaveLength(2);
    expect(await guest.user.getAuthorizationHeader()).toMatch(/^Bearer stackauth_/);
  });

  it("have API keys of their own", async ({ expect }) => {
    const { user } = await newUser();
    const team = await user.createTeam({ displayName: "Engines" });
    const made = await team.createApiKey({ description: "Robot", expiresAt: null });
    expect(made).toMatchObject({ type: "team", teamId: team.id, userId: undefined });
    expect((await suite.project.serverApp().getTeam({ apiKey: made.value }))?.id).toBe(team.id);
    const [listed] = await team.listApiKeys();
    await listed?.revoke();
    expect((await team.listApiKeys())[0]?.isValid()).toBe(false);
  });
});
