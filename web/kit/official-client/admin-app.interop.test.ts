import { StackServerApp } from "@stackframe/js";
import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newOwner, newProject, signUp } from "../../../scripts/testing/official-client";
import { sharedGatehouse } from "../../../scripts/testing/shared-gatehouse";

const gatehouse = await sharedGatehouse();

const inOneDay = () => new Date(Date.now() + 86_400_000);

describe("the official client of an owner", () => {
  it("201: creates a project in the team that sign-up made, and lists it as the only one", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    expect(await owner.listOwnedProjects()).toEqual([]);
    const created = await owner.createProject({
      displayName: "Acme",
      description: "Anvils and more",
      teamId: owner.selectedTeam?.id ?? "",
      config: { credentialEnabled: true, domains: [{ domain: "https://acme.example", handlerPath: "/handler" }] },
    });
    expect(created).toMatchObject({
      displayName: "Acme",
      description: "Anvils and more",
      isProductionMode: false,
      ownerTeamId: owner.selectedTeam?.id,
      config: { credentialEnabled: true, domains: [{ domain: "https://acme.example", handlerPath: "/handler" }] },
    });
    expect(await owner.listOwnedProjects()).toMatchObject([{ id: created.id, displayName: "Acme" }]);
  });

  it("401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: sees and opens no project of another owner", async ({ expect }) => {
    // The attack: administrate another owner's project with an owner's session of one's own.
    const theirs = await newProject(gatehouse);
    const eve = await newOwner(gatehouse);
    expect(await eve.listOwnedProjects()).toEqual([]);
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/internal/projects/current`, {
      headers: {
        "x-stack-access-type": "admin",
        "x-stack-project-id": theirs.projectId,
        "x-stack-admin-access-token": (await eve.currentSession.getTokens()).accessToken ?? "",
      },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN" });
    expect((await theirs.owned.app.getProject()).id).toBe(theirs.projectId);
  });

  it("offers no way to create projects to a user of any other project", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const app = project.clientApp();
    await signUp(app, newAddress());
    expect(await app.getUser({ or: "throw" })).not.toHaveProperty("createProject");
  });

  it("200: transfers a project to another team of its owner's", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Moving", teamId: owner.selectedTeam?.id ?? "" });
    const team = await owner.createTeam({ displayName: "Heirs" });
    await project.transfer(owner, team.id);
    expect(await project.app.getProject()).toMatchObject({ id: project.id, ownerTeamId: team.id });
  });

  it("400 CURRENT_PROJECT_NOT_FOUND: the keys of a project that its owner deleted open nothing", async ({ expect }) => {
    const project = await newProject(gatehouse);
    await project.owned.delete();
    await expect(project.serverApp().listUsers()).rejects.toMatchObject({ errorCode: "CURRENT_PROJECT_NOT_FOUND" });
  });
});

describe("the official admin app", () => {
  it("200: reads its project in full", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const read = await project.adminApp().getProject();
    expect(read).toMatchObject({
      id: project.projectId,
      displayName: "Under test",
      isProductionMode: false,
      config: {
        signUpEnabled: true,
        credentialEnabled: true,
        magicLinkEnabled: false,
        passkeyEnabled: false,
        allowLocalhost: true,
        clientTeamCreationEnabled: false,
        clientUserDeletionEnabled: false,
        createTeamOnSignUp: false,
        oauthProviders: [],
        domains: [],
        emailConfig: { type: "shared" },
        oauthAccountMergeStrategy: "link_method",
        teamCreatorDefaultPermissions: [{ id: "team_admin" }],
        teamMemberDefaultPermissions: [{ id: "team_member" }],
        userDefaultPermissions: [],
      },
    });
    expect(await read.getProductionModeErrors()).toMatchObject([{ message: expect.stringContaining("Localhost") }]);
  });

  it("200: changes its project, and what it changes holds at once", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const read = await project.adminApp().getProject();
    await read.update({
      displayName: "Renamed",
      description: "New words",
      config: {
        signUpEnabled: false,
        domains: [{ domain: "https://shop.example", handlerPath: "/auth" }],
        oauthProviders: [{ id: "github", type: "standard", clientId: "id", clientSecret: "needle" }],
        emailConfig: {
          type: "standard",
          host: "smtp.example",
          port: 587,
          username: "mailer",
          password: "hidden",
          senderName: "Shop",
          senderEmail: "shop@example.com",
        },
      },
    });
    expect(await project.adminApp().getProject()).toMatchObject({
      displayName: "Renamed",
      description: "New words",
      config: {
        signUpEnabled: false,
        domains: [{ domain: "https://shop.example", handlerPath: "/auth" }],
        oauthProviders: [{ id: "github", type: "standard", clientId: "id", clientSecret: "needle" }],
        emailConfig: { type: "standard", host: "smtp.example", port: 587, username: "mailer", senderName: "Shop" },
      },
    });
    expect(await project.clientApp().getProject()).toMatchObject({
      displayName: "Renamed",
      config: { signUpEnabled: false, oauthProviders: [{ id: "github" }] },
    });
    await expect(signUp(project.clientApp(), newAddress())).rejects.toMatchObject({
      errorCode: "SIGN_UP_NOT_ENABLED",
    });
  });

  it("200: overrides its configuration document, and reads it back whole", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const read = await project.adminApp().getProject();
    expect(await read.getConfig()).toMatchObject({ auth: { allowSignUp: true, password: { allowSignIn: true } } });
    await read.updateConfig({ "auth.allowSignUp": false });
    const after = await (await project.adminApp().getProject()).getConfig();
    expect(after).toMatchObject({ auth: { allowSignUp: false, password: { allowSignIn: true } } });
    expect((await project.clientApp().getProject()).config.signUpEnabled).toBe(false);
  });

  it("200: shows new keys once, lists them by their last four, and revokes them", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const app = project.adminApp();
    const created = await app.createInternalApiKey({
      description: "Backend",
      expiresAt: inOneDay(),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    });
    expect(created.publishableClientKey).toMatch(/^pck_/);
    expect(created.secretServerKey).toMatch(/^ssk_/);
    expect(created.superSecretAdminKey).toBeUndefined();
    expect([created.isValid(), created.whyInvalid()]).toEqual([true, null]);

    const find = async () => (await app.listInternalApiKeys()).find(({ id }) => id === created.id);
    expect(await find()).toMatchObject({
      description: "Backend",
      publishableClientKey: { lastFour: created.publishableClientKey?.slice(-4) },
      secretServerKey: { lastFour: created.secretServerKey?.slice(-4) },
      superSecretAdminKey: null,
    });

    const backend = () =>
      new StackServerApp({
        baseUrl: gatehouse.apiUrl,
        projectId: project.projectId,
        publishableClientKey: project.keys.publishableClientKey,
        secretServerKey: created.secretServerKey ?? "",
        tokenStore: "memory",
      });
    expect(await backend().listUsers()).toHaveLength(0);
    await created.revoke();
    expect((await find())?.whyInvalid()).toBe("manually-revoked");
    await expect(backend().listUsers()).rejects.toMatchObject({ errorCode: "INVALID_SECRET_SERVER_KEY" });
    expect(await project.serverApp().listUsers()).toHaveLength(0);
  });

  it("200: does all that a server app does, with the keys and with the owner's session", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const email = newAddress();
    const created = await project.adminApp().createUser({
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      password: PASSWORD,
    });
    expect([...(await project.owned.app.listUsers())]).toMatchObject([{ id: created.id, primaryEmail: email }]);
    await project.owned.app.getUser(created.id).then((user) => user?.setDisplayName("Changed by the owner"));
    expect(await project.adminApp().getUser(created.id)).toMatchObject({ displayName: "Changed by the owner" });
  });
});
