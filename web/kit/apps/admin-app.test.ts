import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import type { AdminAppOptions } from "../connection/app-options";
import { serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { adminProject } from "../testing/wire-samples";
import { GatehouseAdminApp } from "./admin-app";

const api = serverOfEachTest();

function adminApp(options: Partial<AdminAppOptions> = {}) {
  const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" };
  const app = new GatehouseAdminApp(
    { ...keys, projectId: adminProject.id, baseUrl: api.url, tokenStore: null, ...options },
    new FakeHost(),
  );
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  return { app, changed };
}

/** The project with a configuration of one's own. */
async function projectWith(config: object) {
  const body = { ...adminProject, config: { ...adminProject.config, ...config } };
  api.on("GET /internal/projects/current", { body });
  return await adminApp().app.getProject();
}

it("an admin app names the key it misses", () => {
  expect(() => adminApp({ superSecretAdminKey: undefined })).toThrow(/^No super secret admin key provided\./);
});

describe("the project", () => {
  it("is read with all its settings", async () => {
    const project = await projectWith({
      oauth_providers: [
        { id: "github", type: "shared" },
        { id: "google", type: "standard", enabled: false, client_id: "i", client_secret: "s" },
        { id: "microsoft", type: "standard", client_id: "i", client_secret: "s", microsoft_tenant_id: "t" },
      ],
      email_config: {
        type: "standard",
        host: "h",
        port: 25,
        username: "u",
        password: "p",
        sender_name: "n",
        sender_email: "e@b.co",
      },
    });
    expect(project).toMatchObject({
      id: adminProject.id,
      displayName: "Shop",
      description: "",
      createdAt: new Date(1_760_000_000_000),
      isProductionMode: false,
      ownerTeamId: "t1",
      logoUrl: null,
      fullLogoUrl: null,
    });
    expect(project.config).toEqual({
      appearance: {
        accentColor: null,
        font: null,
        homeUrl: null,
        logoDarkUrl: null,
        logoUrl: null,
        privacyUrl: null,
        radius: null,
        supportUrl: null,
        termsUrl: null,
        texts: {},
      },
      allowLocalhost: true,
      signUpEnabled: true,
      credentialEnabled: true,
      magicLinkEnabled: false,
      passkeyEnabled: false,
      clientTeamCreationEnabled: false,
      clientUserDeletionEnabled: false,
      allowUserApiKeys: false,
      allowTeamApiKeys: false,
      createTeamOnSignUp: false,
      passwordMinLength: 8,
      totpMfaEnabled: true,
      customerTypes: [],
      oauthAccountMergeStrategy: "link_method",
      emailTheme: "light",
      oauthProviders: [
        { id: "github", type: "shared" },
        { id: "google", type: "standard", enabled: false, clientId: "i", clientSecret: "s" },
        { id: "microsoft", type: "standard", clientId: "i", clientSecret: "s", microsoftTenantId: "t" },
      ],
      domains: [{ domain: "https://shop.example", handlerPath: "/handler" }],
      emailConfig: {
        type: "standard",
        host: "h",
        port: 25,
        username: "u",
        password: "p",
        senderName: "n",
        senderEmail: "e@b.co",
      },
      teamCreatorDefaultPermissions: [{ id: "team_admin" }],
      teamMemberDefaultPermissions: [{ id: "team_member" }],
      userDefaultPermissions: [],
    });
    expect(api.received[0]?.headers).toMatchObject({
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": "sak_1",
    });
  });

  it.each<[object, string]>([
    [{ oauth_providers: [{ id: "google", type: "standard", client_secret: "s" }] }, "Client ID is missing"],
    [{ oauth_providers: [{ id: "google", type: "standard", client_id: "i" }] }, "Client secret is missing"],
    [{ email_config: { type: "standard" } }, "Email host is missing"],
    [{ email_config: { type: "standard", host: "h" } }, "Email port is missing"],
    [{ email_config: { type: "standard", host: "h", port: 25 } }, "Email username is missing"],
    [{ email_config: { type: "standard", host: "h", port: 25, username: "u" } }, "Email password is missing"],
    [
      { email_config: { type: "standard", host: "h", port: 25, username: "u", password: "p" } },
      "Email sender name is missing",
    ],
    [
      { email_config: { type: "standard", host: "h", port: 25, username: "u", password: "p", sender_name: "n" } },
      "Email sender email is missing",
    ],
  ])("with half a setting is refused: %j", async (config, message) => {
    await expect(projectWith(config)).rejects.toThrow(message);
  });

  it("of another app is a fault", async () => {
    api.on("GET /internal/projects/current", { body: adminProject });
    await expect(adminApp({ projectId: "p2" }).app.getProject()).rejects.toThrow(
      `The app is of the project p2, but got the project ${adminProject.id}`,
    );
  });

  it("is changed field by field, lists as a whole", async () => {
    api.on("GET /internal/projects/current", { body: adminProject });
    api.on("PATCH /internal/projects/current", { body: adminProject });
    const { app, changed } = adminApp();
    await (await app.getProject()).update({
      isProductionMode: true,
      fullLogoUrl: null,
      config: {
        signUpEnabled: false,
        domains: [{ domain: "https://shop.example", handlerPath: "/auth" }],
        oauthProviders: [{ id: "google", type: "standard", clientId: "i", clientSecret: "s" }],
        emailConfig: { type: "shared" },
        userDefaultPermissions: [{ id: "buyer" }],
      },
    });
    expect(api.bodyOf("PATCH /internal/projects/current")).toEqual({
      is_production_mode: true,
      full_logo_url: null,
      config: {
        sign_up_enabled: false,
        domains: [{ domain: "https://shop.example", handler_path: "/auth" }],
        oauth_providers: [{ id: "google", type: "standard", client_id: "i", client_secret: "s" }],
        email_config: { type: "shared" },
        user_default_permissions: [{ id: "buyer" }],
      },
    });
    expect(changed).toEqual(["project owned-projects email-previews"]);
  });

  it("is deleted", async () => {
    api.on("GET /internal/projects/current", { body: adminProject });
    api.on("DELETE /internal/projects/current", { body: { success: true } });
    const { app, changed } = adminApp();
    await (await app.getProject()).delete();
    expect(changed).toEqual(["project owned-projects"]);
  });

  it("has a configuration document", async () => {
    api.on("GET /internal/projects/current", { body: adminProject });
    api.on("GET /internal/config", { body: { config_string: '{"auth":{"allowSignUp":true}}' } });
    api.on("PATCH /internal/config/override", { body: {} });
    const project = await adminApp().app.getProject();
    expect(await project.getConfig()).toEqual({ auth: { allowSignUp: true } });
    await project.updateConfig({ "auth.allowSignUp": false });
    expect(api.bodyOf("PATCH /internal/config/override")).toEqual({
      config_override_string: '{"auth.allowSignUp":false}',
    });
  });

  it("returns what is missing for production", async () => {
    api.on("GET /internal/projects/current", { body: adminProject });
    const message = "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings";
    api.on("GET /internal/projects/current/production-mode-errors", {
      body: { errors: [{ message, relative_fix_url: "/projects/p1/domains" }] },
    });
    const project = await adminApp().app.getProject();
    expect(await project.getProductionModeErrors()).toEqual([{ message, relativeFixUrl: "/projects/p1/domains" }]);
  });

  it.each([
    ["own_team", true],
    ["anyone", false],
  ])("returns whether emails go to %s", async (allowed, isOwnTeamOnly) => {
    api.on("GET /internal/projects/current", { body: adminProject });
    api.on("GET /internal/emails/recipients", { body: { allowed } });
    const project = await adminApp().app.getProject();
    expect(await project.sendsEmailsToOwnTeamOnly()).toBe(isOwnTeamOnly);
  });
});

describe("internal API keys", () => {
  const inAnHour = Date.now() + 3_600_000;
  const key = { id: "k1", description: "Shop", created_at_millis: 1_760_000_000_000, expires_at_millis: inAnHour };

  it("are shown in full once", async () => {
    api.on("POST /internal/api-keys", { body: { ...key, publishable_client_key: "pck_full" } });
    const { app, changed } = adminApp();
    const made = await app.createInternalApiKey({
      description: "Shop",
      expiresAt: new Date(inAnHour),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false,
    });
    expect(api.bodyOf("POST /internal/api-keys")).toEqual({
      description: "Shop",
      expires_at_millis: inAnHour,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    });
    expect(made).toMatchObject({
      publishableClientKey: "pck_full",
      secretServerKey: undefined,
      superSecretAdminKey: undefined,
    });
    expect(changed).toEqual(["internal-api-keys"]);
  });

  it("are listed by their last four characters, with what is wrong with them: expired before revoked", async () => {
    const items = [
      { ...key, secret_server_key: { last_four: "wxyz" } },
      { ...key, manually_revoked_at_millis: 1_760_000_000_001 },
      { ...key, expires_at_millis: 1, manually_revoked_at_millis: 1_760_000_000_001 },
    ];
    api.on("GET /internal/api-keys", { body: { items } });
    const [valid, revoked, expired] = await adminApp().app.listInternalApiKeys();
    expect(valid).toMatchObject({
      id: "k1",
      publishableClientKey: null,
      secretServerKey: { lastFour: "wxyz" },
      superSecretAdminKey: null,
      manuallyRevokedAt: null,
    });
    expect([valid?.isValid(), revoked?.isValid(), expired?.isValid()]).toEqual([true, false, false]);
    expect([valid?.whyInvalid(), revoked?.whyInvalid(), expired?.whyInvalid()]).toEqual([
      null,
      "manually-revoked",
      "expired",
    ]);
    expect(revoked?.manuallyRevokedAt).toEqual(new Date(1_760_000_000_001));
  });

  it("can be revoked", async () => {
    api.on("GET /internal/api-keys", { body: { items: [key] } });
    api.on("PATCH /internal/api-keys/k1", { body: key });
    const { app, changed } = adminApp();
    const [listed] = await app.listInternalApiKeys();
    await listed?.revoke();
    expect(api.bodyOf("PATCH /internal/api-keys/k1")).toEqual({ revoked: true });
    expect(changed).toEqual(["internal-api-keys"]);
  });
});
