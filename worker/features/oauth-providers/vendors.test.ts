import { describe, expect, it, vi } from "vitest";
import { signInScopes } from "../../../web/dashboard/sign-in-methods/provider-choices";
import type { Visit } from "../../testing/vendor-visit";
import { newPerson, type VendorPerson, visitVendor } from "../../testing/vendors";
import { failureAt, newFlow, opened, ownKeys, signInAt } from "./providers.fixtures";

/** Holds what is particular about each vendor: the request it gets, and the profile it returns. */
interface Expected {
  authorization: string;
  scope: string;
  parameters?: Record<string, string | undefined>;
  hidesEmail?: true;
  hidesName?: true;
  hidesPicture?: true;
  /** Says whether it reports an address as verified: as it is, always, or never. */
  verified: "reported" | "always" | "never";
  tokenSeconds: number;
  refreshes: boolean;
  isOpenId?: true;
}

const common = { access_type: "offline", prompt: "consent", code_challenge_method: "S256" };

const vendors: Record<string, Expected> = {
  google: {
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    scope: "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
    parameters: { ...common, include_granted_scopes: "true" },
    verified: "reported",
    tokenSeconds: 3599,
    refreshes: true,
    isOpenId: true,
  },
  github: {
    authorization: "https://github.com/login/oauth/authorize",
    scope: "user:email",
    verified: "reported",
    tokenSeconds: 28_800,
    refreshes: false,
  },
  microsoft: {
    authorization: "https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize",
    scope: "User.Read openid",
    verified: "never",
    hidesPicture: true,
    tokenSeconds: 3599,
    refreshes: false,
    isOpenId: true,
  },
  spotify: {
    authorization: "https://accounts.spotify.com/authorize",
    scope: "user-read-email user-read-private",
    verified: "never",
    tokenSeconds: 3600,
    refreshes: true,
  },
  facebook: {
    authorization: "https://facebook.com/v20.0/dialog/oauth/",
    scope: "openid public_profile email",
    verified: "never",
    tokenSeconds: 5_183_944,
    refreshes: false,
    isOpenId: true,
  },
  discord: {
    authorization: "https://discord.com/oauth2/authorize",
    scope: "identify email",
    verified: "reported",
    tokenSeconds: 604_800,
    refreshes: true,
  },
  gitlab: {
    authorization: "https://gitlab.com/oauth/authorize",
    scope: "read_user",
    verified: "reported",
    tokenSeconds: 7200,
    refreshes: true,
  },
  bitbucket: {
    authorization: "https://bitbucket.org/site/oauth2/authorize",
    scope: "account email",
    verified: "reported",
    tokenSeconds: 7200,
    refreshes: true,
  },
  linkedin: {
    authorization: "https://www.linkedin.com/oauth/v2/authorization",
    scope: "openid profile email",
    parameters: { ...common, code_challenge_method: undefined, code_challenge: undefined },
    verified: "reported",
    tokenSeconds: 5_184_000,
    refreshes: false,
    isOpenId: true,
  },
  apple: {
    authorization: "https://appleid.apple.com/auth/authorize",
    scope: "name email",
    parameters: { ...common, response_mode: "form_post" },
    verified: "reported",
    hidesName: true,
    hidesPicture: true,
    tokenSeconds: 3600,
    refreshes: true,
    isOpenId: true,
  },
  x: {
    authorization: "https://twitter.com/i/oauth2/authorize",
    scope: "users.read offline.access tweet.read",
    hidesEmail: true,
    verified: "never",
    tokenSeconds: 7200,
    refreshes: true,
  },
  twitch: {
    authorization: "https://id.twitch.tv/oauth2/authorize",
    scope: "user:read:email",
    verified: "always",
    tokenSeconds: 14_124,
    refreshes: true,
  },
};

describe.each(Object.entries(vendors))("%s", (vendor, expected) => {
  function profileOf(person: VendorPerson) {
    const email = expected.hidesEmail ? null : person.email;
    const isVerified = { reported: person.emailVerified, always: true, never: false }[expected.verified];
    return {
      accountId: person.id,
      email,
      emailVerified: email !== null && isVerified,
      displayName: expected.hidesName ? null : person.name,
      profileImageUrl: expected.hidesPicture ? null : person.picture,
    };
  }

  // Evidence: requested-own-url-own-parameters
  it("is requested at its own URL, with its own parameters", async () => {
    const [provider, flow] = [await opened(vendor, ownKeys(vendor)), newFlow()];
    const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes("more:scope") });
    expect(url.href.split("?")[0]).toBe(expected.authorization);
    const parameters = {
      client_id: `${vendor}-client`,
      redirect_uri: `http://localhost:8787/api/v1/auth/oauth/callback/${vendor}`,
      response_type: "code",
      state: flow.state,
      scope: `${expected.scope} more:scope`,
      nonce: expected.isOpenId && flow.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      ...(expected.parameters ?? common),
    };
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(url.searchParams)).toEqual(Object.fromEntries(given));
  });

  it("is asked for the scopes that the dashboard shows", async () => {
    const shown: Readonly<Record<string, readonly string[]>> = signInScopes;
    expect((await opened(vendor, ownKeys(vendor))).scopes()).toEqual(shown[vendor]);
  });

  it("returns who signed in", async () => {
    // The clock stands: on a slow machine the rest of a sign-in takes seconds of the token's lifetime.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const person = newPerson();
    const { profile, tokens } = await signInAt(vendor, { person });
    expect(profile).toEqual(profileOf(person));
    expect(Math.abs(tokens.expiresAt - Date.now() - expected.tokenSeconds * 1000)).toBeLessThan(5000);
    expect(tokens.refreshToken !== undefined).toBe(expected.refreshes);
  });

  // Evidence: returns-same-account-same-person
  it("returns the same account for the same person", async () => {
    const person = newPerson();
    const [first, second] = [await signInAt(vendor, { person }), await signInAt(vendor, { person })];
    expect(second.profile).toEqual(first.profile);
    expect(second.tokens.accessToken).not.toBe(first.tokens.accessToken);
  });

  it("is not believed to have verified an address that it has not", async () => {
    // Attack: an account at the vendor with another person's address, to take over theirs here.
    const person = newPerson({ emailVerified: false });
    expect((await signInAt(vendor, { person })).profile).toEqual(profileOf(person));
  });

  it("access_denied when the person cancels", async () => {
    expect(await failureAt(vendor, { trouble: "denied" })).toMatchObject({ kind: "access_denied" });
  });

  it("invalid_grant when the code is refused", async () => {
    expect(await failureAt(vendor, { trouble: "token-error" })).toMatchObject({ kind: "invalid_grant" });
  });

  it("invalid_client when the client secret is wrong, without revealing it", async () => {
    const failure = await failureAt(vendor, {}, { config: { clientSecret: "hunter2" } });
    expect(failure.kind).toBe("invalid_client");
    expect(failure.message).not.toContain("hunter2");
  });

  it("unusable when the vendor is broken", async () => {
    expect(await failureAt(vendor, { trouble: "broken" })).toMatchObject({ kind: "unusable" });
  });

  it("unusable when the vendor takes too long", async () => {
    const failure = await failureAt(vendor, { trouble: "slow" }, { vars: { OUTBOUND_TIMEOUT_MS: "150" } });
    expect(failure.kind).toBe("unusable");
    expect(failure.message).toMatch(/took too long to respond\. Please try again\.$/);
  });

  it("unusable when the profile is malformed", async () => {
    // Apple has no profile beside the ID token.
    const visit: Partial<Visit> = vendor === "apple" ? { claims: { email: ["a@b.test"] } } : { trouble: "malformed" };
    expect(await failureAt(vendor, visit)).toMatchObject({ kind: "unusable" });
  });

  it("unusable when there is no access token", async () => {
    expect(await failureAt(vendor, { tokens: { access_token: null } })).toMatchObject({ kind: "unusable" });
  });

  it("unusable for another sign-in's response", async () => {
    // Attack: login CSRF, by the response of the attacker's own sign-in.
    expect(await failureAt(vendor, { callback: { state: "another-state" } })).toMatchObject({ kind: "unusable" });
  });

  it("reports whether it still accepts an access token", async () => {
    const { provider, tokens } = await signInAt(vendor);
    expect(await provider.accepts(tokens.accessToken)).toBe(true);
    expect(await provider.accepts("gone")).toBe(false);
  });
});

describe.each(Object.keys(vendors).filter((vendor) => vendor !== "facebook"))("%s", (vendor) => {
  it("signs in a person without an address as unverified", async () => {
    const person = newPerson({ email: null });
    const { profile } = await signInAt(vendor, { person });
    expect(profile).toMatchObject({ accountId: person.id, email: null, emailVerified: false });
  });
});

describe.each(Object.keys(vendors).filter((vendor) => vendor !== "linkedin"))("%s, which supports PKCE", (vendor) => {
  // Evidence: invalid-grant-another-sign-s-code
  it("invalid_grant for another sign-in's code verifier", async () => {
    // Attack: a code that was stolen on its way is redeemed in another sign-in.
    const [provider, flow] = [await opened(vendor, ownKeys(vendor)), newFlow()];
    const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
    const { parameters } = await visitVendor(url, { person: newPerson() });
    const thief = { ...flow, codeVerifier: newFlow().codeVerifier };
    await expect(provider.finish(parameters, thief)).rejects.toMatchObject({ kind: "invalid_grant" });
  });
});

const refreshing = Object.keys(vendors).filter((vendor) => vendors[vendor]?.refreshes);

describe.each(refreshing)("%s, which gives refresh tokens", (vendor) => {
  it("gives a new access token for a refresh token, and none for a wrong one", async () => {
    const { provider, tokens } = await signInAt(vendor);
    const renewed = await provider.refresh(tokens.refreshToken ?? "", provider.scopes());
    expect(renewed.accessToken).not.toBe(tokens.accessToken);
    expect(await provider.accepts(renewed.accessToken)).toBe(true);
    await expect(provider.refresh("gone", [])).rejects.toMatchObject({ kind: "invalid_grant" });
  });
});

describe("facebook", () => {
  it("missing_permission without an address, with what to do", async () => {
    expect(await failureAt("facebook", { person: newPerson({ email: null }) })).toEqual({
      kind: "missing_permission",
      message:
        "Facebook shared no email address. Please allow it there; the app's owner must have selected the scope `email`.",
    });
  });

  it("receives the configuration of Facebook Login to use", async () => {
    const provider = await opened("facebook", ownKeys("facebook", { facebookConfigId: "business-1" }));
    const url = await provider.authorizationUrl({ ...newFlow(), scopes: [] });
    expect(url.searchParams.get("config_id")).toBe("business-1");
  });
});

describe("github", () => {
  it("names a person without a name by their login", async () => {
    const body = { id: 7, login: "ghopper", name: null, avatar_url: null };
    const { profile } = await signInAt("github", { api: { "api.github.com/user": { body } } });
    expect(profile).toMatchObject({ accountId: "7", displayName: "ghopper" });
  });

  it("missing_permission when the app may not read addresses, with what to do", async () => {
    const api = { "api.github.com/user/emails": { status: 403, body: { message: "Resource not accessible" } } };
    expect(await failureAt("github", { api })).toEqual({
      kind: "missing_permission",
      message:
        "The GitHub app may not read email addresses. Its owner can allow it: Permissions, Account permissions, Email addresses.",
    });
  });
});

describe("apple", () => {
  const first = (user: string) => signInAt("apple", { callback: { user } });

  it("keeps the name, which comes once, in the form", async () => {
    const name = { firstName: "Grace", lastName: "Hopper" };
    expect((await first(JSON.stringify({ name }))).profile.displayName).toBe("Grace Hopper");
    expect((await first(JSON.stringify({ name: { firstName: "Grace" } }))).profile.displayName).toBe("Grace");
  });

  it("signs in without a name by a form that is none", async () => {
    for (const user of ["", "{", "[]", '{"name":"Grace"}', `{"name":{"firstName":${"[".repeat(500)}`]) {
      expect((await first(user)).profile.displayName).toBe(null);
    }
  });

  // Attack: the person's browser posts the form, with another person's address in it.
  it("takes no address of the form", async () => {
    const person = newPerson();
    const user = JSON.stringify({ name: { firstName: "Eve" }, email: "victim@apple.test" });
    const { profile } = await signInAt("apple", { person, callback: { user } });
    expect(profile).toMatchObject({ email: person.email, displayName: "Eve" });
  });
});

describe("discord", () => {
  it.each([
    [
      "an animated avatar",
      { avatar: "a_1f2e" },
      { profileImageUrl: "https://cdn.discordapp.com/avatars/80351/a_1f2e.gif" },
    ],
    ["no avatar", { avatar: null }, { profileImageUrl: null }],
    ["no display name", { global_name: null }, { displayName: "nelly" }],
  ])("returns a person with %s", async (_, fields, expected) => {
    const body = {
      id: "80351",
      username: "nelly",
      global_name: "Nelly",
      email: "n@discord.test",
      verified: true,
      ...fields,
    };
    const { profile } = await signInAt("discord", { api: { "discord.com/api/users/@me": { body } } });
    expect(profile).toMatchObject(expected);
  });
});

describe("linkedin", () => {
  it("invalid_scope naming the scope, when the app may not ask for it", async () => {
    const callback = {
      error: "unauthorized_scope_error",
      error_description: 'Scope "r_basicprofile" is not authorized for your application',
    };
    expect(await failureAt("linkedin", { trouble: "denied", callback })).toEqual({
      kind: "invalid_scope",
      message:
        'LinkedIn does not grant a scope that was asked for: Scope "r_basicprofile" is not authorized for your application.',
    });
  });
});

describe("microsoft", () => {
  it.each([
    ["of a guest", "ada_lovelace_home.test#EXT#@contoso.test", "ada_lovelace@home.test"],
    ["of a member", "ada@contoso.test", "ada@contoso.test"],
    ["of a guest without an address", "ada#EXT#@contoso.test", null],
  ])("reads the address of the principal name %s where there is no other", async (_, userPrincipalName, email) => {
    const body = { id: "1", mail: null, userPrincipalName };
    const { profile } = await signInAt("microsoft", { api: { "graph.microsoft.com/v1.0/me": { body } } });
    expect(profile).toMatchObject({ email, emailVerified: false });
  });

  const contoso = "72f988bf-86f1-41af-91ab-2d7cd011db47";

  it("is requested at the tenant that the project has set", async () => {
    const provider = await opened("microsoft", ownKeys("microsoft", { microsoftTenantId: contoso }));
    const url = await provider.authorizationUrl({ ...newFlow(), scopes: [] });
    expect(url.pathname).toBe(`/${contoso}/oauth2/v2.0/authorize`);
  });

  // Evidence: stays-microsoft-whatever-name-tenant
  it("stays at Microsoft, whatever the name of the tenant", async () => {
    // Attack: a tenant that is a path leads to another endpoint of the same host.
    const provider = await opened("microsoft", ownKeys("microsoft", { microsoftTenantId: "../evil?x=/" }));
    const url = await provider.authorizationUrl({ ...newFlow(), scopes: [] });
    expect(url.origin + url.pathname).toBe(
      "https://login.microsoftonline.com/..%2Fevil%3Fx%3D%2F/oauth2/v2.0/authorize",
    );
  });

  it("unusable when another tenant signs", async () => {
    // Attack: an attacker's own tenant, whose keys are those of all tenants, speaks for personal accounts.
    const claims = { tid: contoso, iss: `https://login.microsoftonline.com/${contoso}/v2.0` };
    expect(await failureAt("microsoft", { claims })).toMatchObject({ kind: "unusable" });
  });
});
