import { describe, expect, expectTypeOf, it } from "vitest";
import { builtInTemplates } from "./built-in-emails/templates";
import { builtInThemes } from "./built-in-emails/themes";
import { applyPatch, type ProjectConfig, renderConfig } from "./index";
import { hostileJson, randomOverride, seeded } from "./overrides.fixtures";

const light = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
const custom = "6b1f6a35-6f2b-4a3b-8c8e-3d0f8a1b2c3d";

describe("renderConfig", () => {
  it("an empty override renders every default of the document", () => {
    const { emails, ...config } = renderConfig({});
    expect(config).toEqual({
      sourceOfTruth: { type: "hosted" },
      onboarding: { requireEmailVerification: false },
      auth: {
        allowSignUp: true,
        sessions: { maxPerUser: 100 },
        password: { allowSignIn: false, knownPasswords: "allow", minLength: 8 },
        securityNotices: false,
        anonymous: { allowSignUp: true, allowTelemetryClients: false },
        otp: { allowSignIn: false },
        passkey: { allowSignIn: false },
        totp: { allowSetUp: true },
        codes: { passwordReset: 60, signIn: 10, emailVerification: 10_080, teamInvitation: 10_080 },
        oauth: { accountMergeStrategy: "link_method", providers: {} },
      },
      teams: {
        createPersonalTeamOnSignUp: false,
        allowClientTeamCreation: false,
        invitationsForRecipientOnly: false,
      },
      users: { allowClientUserDeletion: false },
      domains: { allowLocalhost: false, trustedDomains: {} },
      apiKeys: { enabled: { user: false, team: false } },
      rbac: { permissions: {}, defaultPermissions: { teamCreator: {}, teamMember: {}, signUp: {} } },
      payments: { testMode: false, autoPay: {}, groups: {}, offers: {}, items: {}, clientItemReads: "all" },
      dataVault: { stores: {} },
      workflows: { availableWorkflows: {} },
      appearance: { texts: {} },
      hostedPages: { enabled: true },
      audit: { retentionDays: 365 },
      limits: {
        contactChannelsPerUser: 50,
        teamsPerCreator: 100,
        apiKeysPerUser: 100,
        apiKeysPerTeam: 100,
        passkeysPerUser: 25,
        linkedAccountsPerUser: 100,
        passkeyChallengesPerUser: 50,
      },
      project: { requirePublishableClientKey: true },
    });
    expect(emails.selectedThemeId).toBe(light);
    expect(emails.server).toEqual({ isShared: true, provider: "smtp" });
    expect(Object.entries(emails.themes).map(([id, theme]) => [id, theme.displayName])).toEqual([
      [light, "Default Light"],
      [dark, "Default Dark"],
    ]);
    expect(Object.entries(emails.templates).map(([id, template]) => [id, template.displayName])).toEqual([
      ["e7d009ce-8d47-4528-b245-5bf119f2ffa3", "Email Verification"],
      ["a70fb3a4-56c1-4e42-af25-49d25603abd0", "Password Reset"],
      ["822687fe-8d0a-4467-a0d1-416b6e639478", "Magic Link/OTP"],
      ["e84de395-2076-4831-9c19-8e9a96a868e4", "Team Invitation"],
      ["066dd73c-36da-4fd0-b6d6-ebf87683f8bc", "Sign In Invitation"],
    ]);
    for (const template of Object.values(emails.templates)) expect(template).not.toHaveProperty("themeId");
  });

  it("entries of records get the defaults of their kind", () => {
    const config = renderConfig({
      "auth.oauth.providers.google": {},
      "domains.trustedDomains.d": {},
      "rbac.permissions.read": {},
      [`emails.themes.${custom}`]: {},
      [`emails.templates.${custom}`]: {},
      "payments.offers.pro": { prices: { monthly: { USD: "5" } }, includedItems: { credits: {} } },
      "payments.items.credits": {},
      "payments.groups.plans": {},
      "dataVault.stores.s": {},
      "workflows.availableWorkflows.w": {},
    });
    expect(config.auth.oauth.providers).toEqual({
      google: { isShared: true, allowSignIn: false, allowConnectedAccounts: false },
    });
    expect(config.domains.trustedDomains).toEqual({ d: { handlerPath: "/handler" } });
    expect(config.rbac.permissions).toEqual({ read: { containedPermissionIds: {} } });
    expect(config.emails.themes[custom]?.displayName).toBe("Unnamed Theme");
    expect(config.emails.templates[custom]?.displayName).toBe("Unnamed Template");
    expect(config.payments.offers).toEqual({
      pro: {
        displayName: "pro",
        customerType: "user",
        isAddOnTo: false,
        serverOnly: false,
        prices: { monthly: { USD: "5", serverOnly: false } },
        includedItems: { credits: { quantity: 0, repeat: "never", expires: "when-repeated" } },
      },
    });
    expect(config.payments.items).toEqual({ credits: { displayName: "credits", customerType: "user" } });
    expect(config.payments.groups).toEqual({ plans: {} });
    expect(config.dataVault.stores).toEqual({ s: { displayName: "Unnamed Vault" } });
    expect(config.workflows.availableWorkflows.w).toMatchObject({ displayName: "Unnamed Workflow", enabled: false });
  });

  it("the deeper key wins over the shallower, in whichever order they are stored", () => {
    const deepFirst = {
      "auth.password.allowSignIn": true,
      auth: { password: { allowSignIn: false }, allowSignUp: false },
    };
    const deepLast = {
      auth: { password: { allowSignIn: false }, allowSignUp: false },
      "auth.password.allowSignIn": true,
    };
    for (const override of [deepFirst, deepLast]) {
      expect(renderConfig(override).auth).toMatchObject({ allowSignUp: false, password: { allowSignIn: true } });
    }
  });

  it("a dotted key creates the record entry that it leads into, and is ignored when it leads into a scalar", () => {
    expect(renderConfig({ "payments.items.credits.customerType": "team" }).payments.items).toEqual({
      credits: { displayName: "credits", customerType: "team" },
    });
    expect(renderConfig({ "users.allowClientUserDeletion": true, "users.allowClientUserDeletion.x": 1 }).users).toEqual(
      {
        allowClientUserDeletion: true,
      },
    );
  });

  it("null takes an entry of a record away, and a fixed key back to its default", () => {
    const config = renderConfig({
      "payments.items": { kept: {}, gone: {} },
      "payments.items.gone": null,
      "auth.allowSignUp": null,
      auth: { allowSignUp: false },
      emails: null,
      "domains.trustedDomains": null,
    });
    expect(Object.keys(config.payments.items)).toEqual(["kept"]);
    expect(config.auth.allowSignUp).toBe(true);
    expect(config.emails.server).toEqual({ isShared: true, provider: "smtp" });
    expect(config.domains.trustedDomains).toEqual({});
  });

  it("a value of the wrong kind reads as not stored", () => {
    const config = renderConfig({
      auth: { allowSignUp: "yes", oauth: { accountMergeStrategy: "whatever", providers: [1] } },
      "domains.trustedDomains": { a: "text", b: { baseUrl: "https://b.example" } },
      "rbac.defaultPermissions.signUp": { read: true, write: false, other: "true" },
      "payments.offers.pro": { freeTrial: [1, "fortnight"], prices: "free", isAddOnTo: { base: true, off: false } },
    });
    expect(config.auth.allowSignUp).toBe(true);
    expect(config.auth.oauth).toEqual({ accountMergeStrategy: "link_method", providers: {} });
    expect(config.domains.trustedDomains).toEqual({ b: { baseUrl: "https://b.example", handlerPath: "/handler" } });
    expect(config.rbac.defaultPermissions.signUp).toEqual({ read: true });
    expect(config.payments.offers.pro).toMatchObject({ prices: {}, isAddOnTo: { base: true } });
    expect(config.payments.offers.pro).not.toHaveProperty("freeTrial");
  });

  it("built-in emails reappear when nulled, keep changes, and stand before the project's own", () => {
    const { emails } = renderConfig({
      "emails.themes": { [custom]: { displayName: "Ours", tsxSource: "export {}" }, [light]: null },
      [`emails.themes.${dark}.tsxSource`]: "changed",
      "emails.templates": null,
    });
    expect(Object.keys(emails.themes)).toEqual([light, dark, custom]);
    expect(emails.themes[light]).toEqual(builtInThemes[light]);
    expect(emails.themes[dark]).toEqual({ displayName: "Default Dark", tsxSource: "changed" });
    expect(emails.templates).toEqual(builtInTemplates);
  });

  it("a selected theme that does not exist falls back to Default Light", () => {
    expect(renderConfig({ "emails.selectedThemeId": custom }).emails.selectedThemeId).toBe(light);
    expect(renderConfig({ "emails.selectedThemeId": "constructor" }).emails.selectedThemeId).toBe(light);
    expect(renderConfig({ "emails.selectedThemeId": dark }).emails.selectedThemeId).toBe(dark);
    const own = {
      "emails.selectedThemeId": custom,
      [`emails.themes.${custom}`]: { displayName: "Ours", tsxSource: "" },
    };
    expect(renderConfig(own).emails.selectedThemeId).toBe(custom);
  });

  it("theme of a template: its own, none, or the selected one", () => {
    const themeOf = (themeId: unknown) =>
      renderConfig({ [`emails.templates.${custom}`]: { displayName: "T", tsxSource: "", themeId } }).emails.templates[
        custom
      ]?.themeId;
    expect(themeOf(dark)).toBe(dark);
    expect(themeOf(false)).toBe(false);
    expect(themeOf(null)).toBeUndefined();
  });

  it("the source of truth cannot be overridden by a project", () => {
    expect(renderConfig({ sourceOfTruth: { type: "postgres", connectionString: "x" } }).sourceOfTruth).toEqual({
      type: "hosted",
    });
  });

  it("is typed for the rules that read it", () => {
    expectTypeOf<ProjectConfig["auth"]["password"]["allowSignIn"]>().toEqualTypeOf<boolean>();
    expectTypeOf<ProjectConfig["auth"]["oauth"]["accountMergeStrategy"]>().toEqualTypeOf<
      "link_method" | "raise_error" | "allow_duplicates"
    >();
    expectTypeOf<ProjectConfig["emails"]["server"]["port"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<ProjectConfig["domains"]["trustedDomains"][string]["handlerPath"]>().toEqualTypeOf<string>();
    expectTypeOf<ProjectConfig["rbac"]["permissions"][string]["scope"]>().toEqualTypeOf<
      "team" | "project" | undefined
    >();
    expectTypeOf<ProjectConfig["emails"]["templates"][string]["themeId"]>().toEqualTypeOf<string | false | undefined>();
    type Repeat = ProjectConfig["payments"]["offers"][string]["includedItems"][string]["repeat"];
    expectTypeOf<Extract<Repeat, string>>().toEqualTypeOf<"never">();
  });
});

describe("renderConfig on hostile JSON", () => {
  it("prototype pollution: __proto__ and constructor segments change no other object and are not read", () => {
    const config = renderConfig(
      JSON.parse(`{
        "__proto__": {"polluted": true},
        "constructor.prototype.polluted": true,
        "auth.__proto__.polluted": true,
        "payments.items.__proto__.displayName": "polluted",
        "payments.items": {"__proto__": {"displayName": "polluted"}, "constructor": {"displayName": "polluted"}}
      }`),
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(config)).not.toContain("polluted");
  });

  it("an id out of a request finds nothing it did not store (constructor, toString, __proto__)", () => {
    const { items } = renderConfig({ "payments.items.credits": {} }).payments;
    expect(["constructor", "toString", "__proto__", "credits"].map((id) => items[id] !== undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it("stack exhaustion: nesting of any depth renders", () => {
    const deep = JSON.parse(`${'{"auth":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    expect(renderConfig(deep)).toEqual(renderConfig({}));
    expect(renderConfig({ [`auth${".a".repeat(100_000)}`]: 1 })).toEqual(renderConfig({}));
  });

  it("whatever JSON is stored, it renders, and what it rendered renders to itself (2,000 random overrides)", () => {
    const random = seeded(20_261_121);
    for (let round = 0; round < 2_000; round++) {
      const override = round % 2 ? randomOverride(random) : hostileJson(random);
      const { sourceOfTruth: _, ...config } = renderConfig(override);
      expect(JSON.parse(JSON.stringify(renderConfig(config)))).toEqual({
        sourceOfTruth: { type: "hosted" },
        ...JSON.parse(JSON.stringify(config)),
      });
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("patches read back, and leave everything else alone (1,000 random leaves)", () => {
    const random = seeded(7);
    let override: Readonly<Record<string, unknown>> = {};
    for (let round = 0; round < 1_000; round++) {
      const [key, read] = random.pick(leaves);
      const value = random.pick([true, false]);
      const before = renderConfig(override);
      override = applyPatch(override, random.pick([{ [key]: value }, asSection(key, value, before)]));
      const after = renderConfig(override);
      expect(read(after)).toBe(value);
      for (const [otherKey, readOther] of leaves) {
        if (otherKey !== key) expect(readOther(after)).toBe(readOther(before));
      }
    }
  });
});

type Leaf = readonly [key: string, read: (config: ProjectConfig) => boolean];

const leaves: readonly Leaf[] = [
  ["auth.allowSignUp", (config) => config.auth.allowSignUp],
  ["auth.password.allowSignIn", (config) => config.auth.password.allowSignIn],
  ["auth.otp.allowSignIn", (config) => config.auth.otp.allowSignIn],
  ["teams.allowClientTeamCreation", (config) => config.teams.allowClientTeamCreation],
  ["apiKeys.enabled.user", (config) => config.apiKeys.enabled.user],
  ["apiKeys.enabled.team", (config) => config.apiKeys.enabled.team],
];

/** The same change as a whole section, which replaces its subtree and so must repeat the rest of it. */
function asSection(key: string, value: boolean, before: ProjectConfig): Record<string, unknown> {
  const section = JSON.parse(JSON.stringify(before)) as Record<string, unknown>;
  const segments = key.split(".");
  const last = segments.pop() ?? "";
  const parent = segments.reduce((above, segment) => above[segment] as Record<string, unknown>, section);
  parent[last] = value;
  const [top = ""] = segments;
  return { [top]: section[top] };
}
