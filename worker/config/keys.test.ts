import { describe, expect, it } from "vitest";
import { validatePatch } from "./validate";

const id = "2e2a5a3c-6b5e-4bd0-9f0a-6f1f0f4c3a11";
const flag = [true, "yes"] as const;
const longPath = `/${"p".repeat(300)}`;

/** Every key that the API may write, with a value that it takes and one that it refuses. */
const keys: readonly [key: string, good: unknown, bad: unknown][] = [
  ["auth.allowSignUp", ...flag],
  ["auth.password.allowSignIn", ...flag],
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
  ["auth.oauth.providers.$custom:one_2", { type: "google" }, { kind: "google" }],
  ["teams.createPersonalTeamOnSignUp", ...flag],
  ["teams.allowClientTeamCreation", ...flag],
  ["users.allowClientUserDeletion", ...flag],
  ["domains.allowLocalhost", ...flag],
  [
    `domains.trustedDomains.${id}`,
    { baseUrl: "https://**.a.example", handlerPath: "/h" },
    { baseUrl: "https://a.example" },
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
  ["emails.server.senderEmail", "a@b.example", "nobody"],
  ["payments.groups.plans.displayName", "Plans", 5],
  ["payments.items.seats.displayName", "Seats", 5],
  ["payments.items.seats.customerType", "custom", "company"],
  ["dataVault.stores.tokens.displayName", "Tokens", 5],
  ["workflows.availableWorkflows.mine", { displayName: "Mine", tsSource: "", enabled: true }, { displayName: 5 }],
  ["appearance.accentColor", "#336699", "red; }"],
];

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
