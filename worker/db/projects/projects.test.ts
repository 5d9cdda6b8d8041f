import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { renderConfig } from "../../config";
import { readSettings } from "../../platform/env";
import { project } from "../../testing/project";
import { internalProjectOverride, readProject } from "./project";
import type { ProjectRow } from "./queries";

describe("the internal project", () => {
  /** Returns how owners may sign in to an instance with `vars` beside, or instead of, those of the tests. */
  function ownersMethods(vars: Record<string, string | undefined>) {
    const { auth } = renderConfig(internalProjectOverride(readSettings({ ...env, ...vars })));
    return {
      password: auth.password.allowSignIn,
      otp: auth.otp.allowSignIn,
      passkey: auth.passkey.allowSignIn,
      providers: auth.oauth.providers,
    };
  }

  const shared = (type: string) => ({
    type,
    isShared: true,
    allowSignIn: true,
    allowConnectedAccounts: true,
  });

  const noGoogle = { SHARED_OAUTH_GOOGLE_CLIENT_ID: undefined, SHARED_OAUTH_GOOGLE_CLIENT_SECRET: undefined };
  const noGitHub = { SHARED_OAUTH_GITHUB_CLIENT_ID: undefined, SHARED_OAUTH_GITHUB_CLIENT_SECRET: undefined };

  it("owners of a development instance sign in by every means that it has", () => {
    expect(ownersMethods({ SHARED_OAUTH_ISSUER: "http://localhost:9090" })).toMatchObject({
      password: true,
      otp: true,
      passkey: true,
      providers: { google: shared("google"), github: shared("github") },
    });
  });

  it("owners confirm who they are a quarter of an hour after signing in, before they change how they do", () => {
    expect(renderConfig(internalProjectOverride(readSettings(env))).auth.sessions).toEqual({
      maxPerUser: 100,
      reauthenticationMinutes: 15,
    });
  });

  it("a deployed instance offers a provider exactly where the operator has keys for it", () => {
    expect(ownersMethods({ SHARED_OAUTH_ISSUER: undefined, ...noGitHub })).toMatchObject({
      password: true,
      otp: false,
      passkey: false,
      providers: { google: shared("google") },
    });
    expect(ownersMethods({ SHARED_OAUTH_ISSUER: undefined, ...noGoogle, ...noGitHub }).providers).toEqual({});
  });

  it("a team_admin of the internal project may invite others to the team, a team_member may not", () => {
    const { permissions } = renderConfig(internalProjectOverride(readSettings(env))).rbac;
    expect(permissions.team_admin?.containedPermissionIds).toMatchObject({ $invite_members: true });
    expect(permissions.team_member?.containedPermissionIds).not.toHaveProperty("$invite_members");
  });
});

describe("a project's configuration", () => {
  const settings = readSettings(env);

  function row(projectId: string, override: Record<string, unknown>): Omit<ProjectRow, "configSeal"> {
    return {
      projectId,
      displayName: "Test project",
      description: "",
      logoUrl: null,
      fullLogoUrl: null,
      isProductionMode: false,
      ownerTeamId: null,
      createdAt: 0,
      configOverride: JSON.stringify(override),
    };
  }

  it("one version of a project's configuration is rendered once for all requests", () => {
    const read = () => readProject(row("rendered-once", { "auth.allowSignUp": false }), { settings });
    expect(read().config).toBe(read().config);
  });

  it("a change of the configuration holds from the next request on, and so does its reversal", async () => {
    const p = await project();
    for (const isAllowed of [false, true, false]) {
      const body = { config_override_string: JSON.stringify({ "auth.allowSignUp": isAllowed }) };
      await p.admin("PATCH /internal/config/override", { body });
      const { body: read } = await p.client("GET /projects/current");
      expect(read.config.sign_up_enabled).toBe(isAllowed);
    }
  });

  it("the internal project's configuration is that of the settings it is read with", () => {
    const elsewhere = readSettings({ ...env, WEB_URL: "https://elsewhere.example" });
    const siteOf = (of: typeof settings) => {
      const { trustedDomains } = readProject(row("internal", {}), { settings: of }).config.domains;
      return Object.values(trustedDomains).map(({ baseUrl }) => baseUrl);
    };
    expect([siteOf(settings), siteOf(elsewhere)]).toEqual([[settings.webUrl], ["https://elsewhere.example"]]);
  });

  // Attack: requests to two projects in turn, so that one is served with the other's configuration.
  it("each of two projects reads as itself, whichever was read before", async () => {
    const [p, other] = [await project({ "auth.allowSignUp": false }), await project()];
    for (let round = 0; round < 2; round++) {
      const [mine, theirs] = await Promise.all([
        p.client("GET /projects/current"),
        other.client("GET /projects/current"),
      ]);
      expect([mine.body.id, mine.body.config.sign_up_enabled]).toEqual([p.id, false]);
      expect([theirs.body.id, theirs.body.config.sign_up_enabled]).toEqual([other.id, true]);
    }
  });
});
