import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { renderConfig } from "../../config";
import { readSettings } from "../../platform/env";
import { internalProjectOverride } from "./internal-project";

/** How owners may sign in to an installation with `vars` beside, or instead of, those of the tests. */
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

it("owners of a development installation sign in by every means that it has", () => {
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

it("a deployed installation offers a provider exactly where the operator has keys for it", () => {
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
