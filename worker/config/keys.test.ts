import { describe, expect, it } from "vitest";
import { validatePatch } from "./validate";

const id = "2e2a5a3c-6b5e-4bd0-9f0a-6f1f0f4c3a11";
const flag = [true, "yes"] as const;
const longPath = `/${"p".repeat(300)}`;

/** Every key that the API may write, with a value that it takes and one that it refuses. */
const keys: readonly [key: string, good: unknown, bad: unknown][] = [
  ["auth.allowSignUp", ...flag],
  ["auth.password.allowSignIn", ...flag],
  ["auth.password.minLength", 12, 7],
  ["auth.totp.allowSetUp", ...flag],
  ["payments.testMode", ...flag],
  ["auth.otp.allowSignIn", ...flag],
  ["auth.passkey.allowSignIn", ...flag],
  ["auth.oauth.accountMergeStrategy", "raise_error", "merge"],
  ["auth.oauth.providers.google", { type: "google" }, "google"],
  ["auth.oauth.providers.google.type", "google", "myspace"],
  ["auth.oauth.providers.google.allowSignIn", ...flag],
  ["auth.oauth.providers.google.allowConnectedAccounts", ...flag],
  ["auth.oauth.providers.google.isShared", ...flag],
  ["auth.oauth.providers.google.clientId", "id", 5],
  ["auth.oauth.providers.google.clientSecret", "secret", 5],
  ["auth.oauth.providers.facebook.facebookConfigId", "1", {}],
  ["auth.oauth.providers.microsoft.microsoftTenantId", "1", []],
  ["auth.oauth.providers.google.scopes", "openid https://www.example.com/auth/drive", "openid, drive\n"],
  ["auth.oauth.providers.$custom:one_2", { type: "google" }, { kind: "google" }],
  ["teams.createPersonalTeamOnSignUp", ...flag],
  ["teams.allowClientTeamCreation", ...flag],
  ["users.allowClientUserDeletion", ...flag],
  ["domains.allowLocalhost", ...flag],
  [
    `domains.trustedDomains.${id}`,
    { baseUrl: "https://**.a.example" },
    { baseUrl: "https://a.example", handlerPath: 5 },
  ],
  [
    "domains.trustedDomains.site",
    { baseUrl: "http://a.example:81", handlerPath: "/h" },
    { baseUrl: "ftp://a.example", handlerPath: "/h" },
  ],
  [
    "domains.trustedDomains.path",
    { baseUrl: "https://a.example", handlerPath: "/h" },
    { baseUrl: "https://a.example/*", handlerPath: "h" },
  ],
  [
    "domains.trustedDomains.long",
    { baseUrl: "https://a.example", handlerPath: longPath.slice(0, 300) },
    { baseUrl: "https://a.example", handlerPath: longPath },
  ],
  ["apiKeys.enabled.user", ...flag],
  ["apiKeys.enabled.team", ...flag],
  ["rbac.permissions.billing:write_1", { scope: "team" }, { scope: "world" }],
  ["rbac.permissions.billing.description", "Pays", 5],
  ["rbac.permissions.billing.scope", "project", "user"],
  ["rbac.permissions.billing.containedPermissionIds", { $read_members: true }, { $read_members: false }],
  ["rbac.defaultPermissions.teamCreator", { team_admin: true }, { team_admin: "yes" }],
  ["rbac.defaultPermissions.teamMember", { team_member: true }, ["team_member"]],
  ["rbac.defaultPermissions.signUp", { beta: true }, { beta: false }],
  ["emails.selectedThemeId", id, 5],
  [`emails.themes.${id}`, { displayName: "Mine", tsxSource: "" }, { displayName: "Mine" }],
  ["emails.themes", { [id]: { displayName: "Mine", tsxSource: "" } }, { mine: { displayName: "Mine", tsxSource: "" } }],
  [
    `emails.templates.${id}`,
    { displayName: "T", tsxSource: "", themeId: false },
    { displayName: "T", tsxSource: "", themeId: true },
  ],
  ["emails.server.isShared", ...flag],
  ["emails.server.provider", "resend", "sendmail"],
  ["emails.server.host", "smtp.example", ""],
  ["emails.server.username", "me", ""],
  ["emails.server.senderName", "Acme", ""],
  ["emails.server.port", 65_535, 65_536],
  ["emails.server.password", "p".repeat(70), "p".repeat(71)],
  ["emails.server.senderEmail", "a@b.example", "no address"],
  ["payments.autoPay.interval", [1, "month"], [1.5, "month"]],
  ["payments.groups.plans", { displayName: "Plans" }, "Plans"],
  ["payments.groups.plans.displayName", "Plans", 5],
  ["payments.items.seats.displayName", "Seats", 5],
  ["payments.items.seats.customerType", "custom", "company"],
  ["payments.items.seats.lowBalanceThreshold", 5, "5"],
  ["payments.clientItemReads", "own", "none"],
  ["dataVault.stores.tokens.displayName", "Tokens", 5],
  ["workflows.availableWorkflows.mine", { displayName: "Mine", tsSource: "", enabled: true }, { displayName: 5 }],
  ["appearance.accentColor", "#336699", "red; }"],
];

/** An offer with one price. */
const offer = (changes: object) => ({
  ...{ displayName: "Pro", customerType: "user", prices: { monthly: { USD: "5.25" } }, includedItems: {} },
  ...changes,
});
const price = (changes: object) => offer({ prices: { monthly: { USD: "5.25", ...changes } } });
const item = (changes: object) => offer({ includedItems: { seats: { quantity: 5, ...changes } } });
const interval = [
  [2, "week"],
  [-1, "week"],
] as const;

/** Every key of an offer. One that is written alone lacks what an offer must have, so it is written with the whole. */
const offerKeys: readonly [key: string, good: object, bad: object][] = [
  ["displayName", offer({ displayName: "Pro" }), offer({ displayName: 5 })],
  ["customerType", offer({ customerType: "team" }), offer({ customerType: "company" })],
  ["groupId", offer({ groupId: "plans" }), offer({ groupId: "-plans" })],
  ["isAddOnTo", offer({ isAddOnTo: { base: true } }), offer({ isAddOnTo: { base: false } })],
  ["isAddOnTo", offer({ isAddOnTo: false }), offer({ isAddOnTo: true })],
  ["freeTrial", offer({ freeTrial: interval[0] }), offer({ freeTrial: interval[1] })],
  ["serverOnly", offer({ serverOnly: true }), offer({ serverOnly: "yes" })],
  ["stackable", offer({ stackable: true }), offer({ stackable: "yes" })],
  ["prices", offer({ prices: "include-by-default" }), offer({ prices: "free" })],
  ["prices.*", offer({ prices: { monthly: { JPY: "500" } } }), offer({ prices: { monthly: {} } })],
  ["prices.* by its id", offer({ prices: { _1: { USD: "5" } } }), offer({ prices: { "1": { USD: "5" } } })],
  ...["USD", "EUR", "GBP", "INR", "AUD", "CAD"].flatMap((currency): [string, object, object][] => [
    [`prices.*.${currency}`, price({ [currency]: "5.25" }), price({ [currency]: "5.255" })],
    [`prices.*.${currency}`, price({ [currency]: "0.5" }), price({ [currency]: "05" })],
  ]),
  ["prices.*.JPY", price({ JPY: "500" }), price({ JPY: "5.0" })],
  ["prices.*.USD", price({ USD: "5" }), price({ USD: 5 })],
  ["prices.*.interval", price({ interval: interval[0] }), price({ interval: [1, "decade"] })],
  ["prices.*.freeTrial", price({ freeTrial: interval[0] }), price({ freeTrial: interval[1] })],
  ["prices.*.serverOnly", price({ serverOnly: true }), price({ serverOnly: "yes" })],
  ["includedItems", item({}), offer({ includedItems: { seats: {} } })],
  ["includedItems.*.quantity", item({ quantity: 0.5 }), item({ quantity: "5" })],
  ["includedItems.*.repeat", item({ repeat: [1, "day"] }), item({ repeat: "always" })],
  ["includedItems.*.repeat", item({ repeat: "never" }), item({ repeat: [1, "hour"] })],
  ["includedItems.*.expires", item({ expires: "when-purchase-expires" }), item({ expires: "tomorrow" })],
];

describe("every key of an offer", () => {
  it.each(offerKeys)("%s takes a good value and refuses a bad one", (_, good, bad) => {
    expect(validatePatch({ "payments.offers.pro": good })).toBeNull();
    expect(validatePatch({ "payments.offers.pro": bad })).toMatch(/^\[(ERROR|WARNING)\] /);
  });

  it("that an offer must have is missed where another one is written alone", () => {
    expect(validatePatch({ "payments.offers.pro.displayName": "Pro" })).toMatch(/^\[WARNING\] .* must be defined$/);
  });
});

describe("every key of the configuration", () => {
  it.each(keys)("%s takes a good value, refuses a bad one, and may be null", (key, good, bad) => {
    expect(validatePatch({ [key]: good })).toBeNull();
    expect(validatePatch({ [key]: bad })).toMatch(/^\[(ERROR|WARNING)\] /);
    expect(validatePatch({ [key]: null })).toBeNull();
  });

  it("of the project's level or of no level is none that the API writes", () => {
    for (const key of ["sourceOfTruth", "sourceOfTruth.type", "apps", "auth.unknown", "emails.server.unknown"]) {
      expect(validatePatch({ [key]: { type: "hosted" } })).toBe(
        `[ERROR] The key "${key}" is not valid for the schema.`,
      );
    }
  });

  it.each(["a b", "-a", "a..b", ""])("with the segment %j is refused", (segment) => {
    expect(validatePatch({ [`dataVault.stores.${segment}`]: {} })).toMatch(/^\[FORMAT ERROR\]/);
  });
});
