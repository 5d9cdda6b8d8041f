import { describe, expect, it, vi } from "vitest";
import { signInAtIssuer, type Visitor } from "../../testing/identity-provider";
import { freshAddress } from "../../testing/mailbox";
import { type OAuthProvider, openProvider, type ProviderFlow } from "./index";
import { newFlow, opened, projectWith, settingsWith } from "./providers.fixtures";

const shared = { type: "google", isShared: true };

async function responseFor(provider: OAuthProvider, flow: ProviderFlow, visitor: Visitor | "deny") {
  const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
  return (await signInAtIssuer(url, visitor)).searchParams;
}

describe("a shared provider in development", () => {
  it("redirects to the OpenID issuer with PKCE, state and nonce, and returns who signed in there", async () => {
    // The clock stands: on a slow machine the rest of a sign-in takes seconds of the token's lifetime.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const [provider, flow, email] = [await opened("google", shared), newFlow(), freshAddress()];
    const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "gatehouse",
      redirect_uri: "http://localhost:8787/api/v1/auth/oauth/callback/google",
      response_type: "code",
      state: flow.state,
      nonce: flow.nonce,
      scope: "openid email profile offline_access",
      code_challenge_method: "S256",
    });
    const callback = await signInAtIssuer(url, { email: email.toUpperCase(), name: "Ada" });
    expect(callback.href.split("?")[0]).toBe("http://localhost:8787/api/v1/auth/oauth/callback/google");
    const { profile, tokens } = await provider.finish(callback.searchParams, flow);
    expect(profile).toEqual({
      accountId: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      emailVerified: true,
      displayName: "Ada",
      profileImageUrl: null,
    });
    expect(tokens.expiresAt - Date.now()).toBeGreaterThan(3_590_000);
    expect(await provider.accepts(tokens.accessToken)).toBe(true);
    expect(await provider.accepts(`${tokens.accessToken}x`)).toBe(false);
    const renewed = await provider.refresh(tokens.refreshToken ?? "", ["openid", "email"]);
    expect(renewed.accessToken).not.toBe(tokens.accessToken);
    expect(await provider.accepts(renewed.accessToken)).toBe(true);
  });

  it("returns an address that is not verified", async () => {
    const [provider, flow, email] = [await opened("google", shared), newFlow(), freshAddress()];
    const { profile } = await provider.finish(await responseFor(provider, flow, { email, emailVerified: false }), flow);
    expect(profile).toMatchObject({ email, emailVerified: false });
  });

  it("access_denied when the person cancels", async () => {
    const [provider, flow] = [await opened("google", shared), newFlow()];
    const response = await responseFor(provider, flow, "deny");
    await expect(provider.finish(response, flow)).rejects.toMatchObject({
      kind: "access_denied",
      message: "The sign-in was cancelled at Google.",
    });
  });

  it("unusable for another sign-in's state", async () => {
    // Attack: the response of the attacker's own sign-in is opened in another user's browser.
    const [provider, flow] = [await opened("google", shared), newFlow()];
    const response = await responseFor(provider, flow, { email: freshAddress() });
    await expect(provider.finish(response, { ...flow, state: newFlow().state })).rejects.toMatchObject({
      kind: "unusable",
    });
  });

  it("invalid_grant for another sign-in's code verifier", async () => {
    // Attack: a stolen code is redeemed without the verifier that it was requested with.
    const [provider, flow] = [await opened("google", shared), newFlow()];
    const response = await responseFor(provider, flow, { email: freshAddress() });
    const thief = { ...flow, codeVerifier: newFlow().codeVerifier };
    await expect(provider.finish(response, thief)).rejects.toMatchObject({ kind: "invalid_grant" });
  });

  // Evidence: unusable-another-sign-s-nonce
  it("unusable for another sign-in's nonce", async () => {
    // Attack: an ID token that was made for another sign-in.
    const [provider, flow] = [await opened("google", shared), newFlow()];
    const response = await responseFor(provider, flow, { email: freshAddress() });
    await expect(provider.finish(response, { ...flow, nonce: newFlow().nonce })).rejects.toMatchObject({
      kind: "unusable",
    });
  });

  it("invalid_grant for a code that is used twice", async () => {
    // Attack: the code is replayed.
    const [provider, flow] = [await opened("google", shared), newFlow()];
    const response = await responseFor(provider, flow, { email: freshAddress() });
    await provider.finish(response, flow);
    await expect(provider.finish(response, flow)).rejects.toMatchObject({ kind: "invalid_grant" });
  });

  it("invalid_client when the operator's secret is wrong", async () => {
    const provider = await opened("google", shared, { SHARED_OAUTH_GOOGLE_CLIENT_SECRET: "not-the-secret" });
    const flow = newFlow();
    const response = await responseFor(provider, flow, { email: freshAddress() });
    await expect(provider.finish(response, flow)).rejects.toMatchObject({ kind: "invalid_client" });
  });

  it("unusable when the issuer cannot be reached", async () => {
    const provider = await opened("google", shared, { SHARED_OAUTH_ISSUER: "http://localhost:1" });
    await expect(provider.authorizationUrl({ ...newFlow(), scopes: [] })).rejects.toMatchObject({ kind: "unusable" });
  });
});

describe("openProvider", () => {
  it("adds scopes to those of every sign-in, each once, in their order", async () => {
    const provider = await opened("google", shared);
    expect(provider.scopes(" calendar  email\tcalendar drive")).toEqual([
      ...["openid", "email", "profile", "offline_access"],
      ...["calendar", "drive"],
    ]);
  });

  it("finds a provider by its key, or else by its vendor's name", async () => {
    const project = await projectWith({ workspace: { ...shared, allowSignIn: true } });
    const byKey = await openProvider(settingsWith(), project, "workspace");
    const byVendor = await openProvider(settingsWith(), project, "google");
    expect([byKey?.id, byVendor?.id]).toEqual(["workspace", "workspace"]);
  });

  it.each<[string, Record<string, string | boolean>, Record<string, undefined>?]>([
    ["is switched off", { ...shared, allowSignIn: false }],
    ["has no vendor", { isShared: true, allowSignIn: true }],
    ["is shared without keys of the operator", { type: "discord", isShared: true, allowSignIn: true }],
    [
      "is shared in a deployment that has no keys",
      { ...shared, allowSignIn: true },
      {
        SHARED_OAUTH_ISSUER: undefined,
        SHARED_OAUTH_GOOGLE_CLIENT_ID: undefined,
        SHARED_OAUTH_GOOGLE_CLIENT_SECRET: undefined,
      },
    ],
    ["has no client id", { type: "google", isShared: false, clientSecret: "a-secret", allowSignIn: true }],
  ])("has no provider that %s", async (_, config, vars) => {
    const project = await projectWith({ google: config });
    expect(await openProvider(settingsWith(vars), project, "google")).toBeUndefined();
  });

  it("has no provider that is not configured, whatever its name", async () => {
    // Attack: names that every object has.
    const project = await projectWith({});
    for (const name of ["google", "constructor", "__proto__", "toString", ""]) {
      expect(await openProvider(settingsWith(), project, name), name).toBeUndefined();
    }
  });

  it("returns what a provider is for: signing in, connecting, or both", async () => {
    const connecting = await opened("google", { ...shared, allowSignIn: false, allowConnectedAccounts: true });
    expect(connecting).toMatchObject({ isShared: true, allowsSignIn: false, allowsConnectedAccounts: true });
  });
});
