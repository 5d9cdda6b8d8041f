import { afterEach, describe, expect, it } from "vitest";
import { applyPatch, renderConfig, validatePatch } from "../../config";
import { idPattern } from "../../platform/secrets";
import { basic, clients } from "../../testing/integration-clients";
import { stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { watchStorage } from "../usage/jobs";
import {
  initialOverride,
  type ProjectConfigFields,
  projectFieldsToPatch,
  renderClientProjectFields,
  renderProjectFields,
} from "./project-fields";
import { plainAppearance } from "./projects.fixtures";

type Override = Readonly<Record<string, unknown>>;

/** Does what the projects slice does on PATCH: from the stored override to the next one. */
function write(stored: Override, fields: ProjectConfigFields): Override {
  return applyPatch(stored, projectFieldsToPatch(fields, renderConfig(stored)));
}

const read = (stored: Override) => renderProjectFields(renderConfig(stored));

const google = { id: "google", type: "shared" } as const;
const github = { id: "github", type: "standard", client_id: "ci", client_secret: "cs" } as const;

describe("a new project", () => {
  it("reads back the values that are written when a project is created", () => {
    expect(read(initialOverride({}))).toEqual({
      sign_up_enabled: true,
      credential_enabled: true,
      magic_link_enabled: false,
      passkey_enabled: false,
      password_min_length: 8,
      totp_mfa_enabled: true,
      client_team_creation_enabled: false,
      client_user_deletion_enabled: false,
      require_publishable_client_key: true,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      allow_localhost: true,
      create_team_on_sign_up: false,
      oauth_account_merge_strategy: "link_method",
      oauth_providers: [],
      enabled_oauth_providers: [],
      customer_types: [],
      appearance: plainAppearance,
      domains: [],
      email_config: { type: "shared" },
      email_theme: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
      team_creator_default_permissions: [{ id: "team_admin" }],
      team_member_default_permissions: [{ id: "team_member" }],
      user_default_permissions: [],
    });
  });

  it("refuses known passwords once it is in production mode", () => {
    expect(renderConfig(initialOverride({})).auth.password.knownPasswords).toBe("refuse_in_production");
  });

  it("has the two permissions of teams", () => {
    expect(renderConfig(initialOverride({})).rbac.permissions).toEqual({
      team_member: {
        description: "Default permission for team members",
        scope: "team",
        containedPermissionIds: { $read_members: true, $invite_members: true },
      },
      team_admin: {
        description: "Default permission for team admins",
        scope: "team",
        containedPermissionIds: {
          $update_team: true,
          $delete_team: true,
          $read_members: true,
          $remove_members: true,
          $invite_members: true,
          $manage_api_keys: true,
        },
      },
    });
  });

  it("keeps what the owner set instead", () => {
    const fields = { allow_localhost: false, credential_enabled: false, team_creator_default_permissions: [] };
    expect(read(initialOverride(fields))).toMatchObject({ ...fields, allow_localhost: false });
  });

  it("stores nothing that the override endpoint would refuse", () => {
    expect(validatePatch(initialOverride({ oauth_providers: [google, github] }))).toBeNull();
  });
});

describe("fields of the project object", () => {
  it.each([
    ["sign_up_enabled", "auth.allowSignUp"],
    ["credential_enabled", "auth.password.allowSignIn"],
    ["magic_link_enabled", "auth.otp.allowSignIn"],
    ["passkey_enabled", "auth.passkey.allowSignIn"],
    ["create_team_on_sign_up", "teams.createPersonalTeamOnSignUp"],
    ["client_team_creation_enabled", "teams.allowClientTeamCreation"],
    ["client_user_deletion_enabled", "users.allowClientUserDeletion"],
    ["allow_localhost", "domains.allowLocalhost"],
    ["allow_user_api_keys", "apiKeys.enabled.user"],
    ["allow_team_api_keys", "apiKeys.enabled.team"],
  ] as const)("%s is %s", (field, key) => {
    for (const value of [true, false]) {
      expect(projectFieldsToPatch({ [field]: value }, renderConfig({}))).toEqual({ [key]: value });
      expect(read({ [key]: value })[field]).toBe(value);
    }
  });

  it("absent fields stay as they are", () => {
    expect(projectFieldsToPatch({}, renderConfig({ "auth.allowSignUp": false }))).toEqual({});
  });

  it("oauth_account_merge_strategy and email_theme are leaves", () => {
    const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
    const fields = { oauth_account_merge_strategy: "raise_error", email_theme: dark } as const;
    expect(projectFieldsToPatch(fields, renderConfig({}))).toEqual({
      "auth.oauth.accountMergeStrategy": "raise_error",
      "emails.selectedThemeId": dark,
    });
    expect(read(write({}, fields))).toMatchObject(fields);
  });

  it("domains replace each other as a whole, under random ids, and are listed in order", () => {
    const domains = [
      { domain: "https://b.example", handler_path: "/auth" },
      { domain: "https://*.a.example", handler_path: "/handler" },
    ];
    const stored = write(write({}, { domains: [{ domain: "https://old.example", handler_path: "/" }] }), { domains });
    expect(read(stored).domains).toEqual([domains[1], domains[0]]);
    const [id = ""] = Object.keys(renderConfig(stored).domains.trustedDomains);
    expect(id).toMatch(idPattern);
    expect(read(write(stored, { domains: [] })).domains).toEqual([]);
  });

  it("a domain without an address is not listed", () => {
    expect(read({ "domains.trustedDomains.a": { handlerPath: "/" } }).domains).toEqual([]);
  });

  it("email_config is replaced as a whole, so going back to the shared server drops the other's settings", () => {
    const email_config = {
      type: "standard",
      host: "smtp.example",
      port: 587,
      username: "user",
      password: "secret",
      sender_name: "Acme",
      sender_email: "mail@acme.example",
    } as const;
    const standard = write({ "emails.server.provider": "resend" }, { email_config });
    expect(read(standard).email_config).toEqual(email_config);
    expect(renderConfig(standard).emails.server).toMatchObject({ isShared: false, provider: "smtp" });
    const shared = write(standard, { email_config: { type: "shared" } });
    expect(read(shared).email_config).toEqual({ type: "shared" });
    expect(renderConfig(shared).emails.server).toEqual({ isShared: true, provider: "smtp" });
  });

  it("a standard server or provider always shows every field that the official client insists on", () => {
    expect(read({ "emails.server.isShared": false }).email_config).toEqual({
      type: "standard",
      host: "",
      port: 0,
      username: "",
      password: "",
      sender_name: "",
      sender_email: "",
    });
    const provider = { type: "apple", isShared: false, allowSignIn: true };
    expect(read({ "auth.oauth.providers.mine": provider }).oauth_providers).toEqual([
      { provider_config_id: "mine", id: "apple", type: "standard", client_id: "", client_secret: "" },
    ]);
  });

  it("permission lists show defined permissions of the right scope, in order", () => {
    const stored = {
      "rbac.permissions": { b: { scope: "team" }, a: { scope: "team" }, p: { scope: "project" }, none: {} },
      "rbac.defaultPermissions": {
        teamCreator: { b: true, a: true, p: true, gone: true, $read_members: true, toString: true },
        teamMember: {},
        signUp: { a: true, p: true, $read_members: true },
      },
    };
    expect(read(stored)).toMatchObject({
      team_creator_default_permissions: [{ id: "$read_members" }, { id: "a" }, { id: "b" }],
      team_member_default_permissions: [],
      user_default_permissions: [{ id: "p" }],
    });
  });

  it("permission lists replace each other as a whole", () => {
    const stored = write(initialOverride({}), {
      team_member_default_permissions: [{ id: "$update_team" }, { id: "team_admin" }],
    });
    expect(read(stored).team_member_default_permissions).toEqual([{ id: "$update_team" }, { id: "team_admin" }]);
  });
});

describe("oauth_providers", () => {
  it("are stored under their own name, allowed for sign-in and for connected accounts", () => {
    const stored = write({}, { oauth_providers: [google, { ...github, facebook_config_id: "f" }] });
    expect(renderConfig(stored).auth.oauth.providers).toEqual({
      google: { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true },
      github: {
        type: "github",
        isShared: false,
        allowSignIn: true,
        allowConnectedAccounts: true,
        clientId: "ci",
        clientSecret: "cs",
        facebookConfigId: "f",
      },
    });
    expect(read(stored).oauth_providers).toEqual([
      { provider_config_id: "github", ...github, facebook_config_id: "f" },
      { provider_config_id: "google", ...google },
    ]);
    expect(read(stored).enabled_oauth_providers).toEqual([{ id: "github" }, { id: "google" }]);
  });

  it("keep the scopes that the project requests, which the wire has no field for", () => {
    const scopes = { "auth.oauth.providers.github.scopes": "repo" };
    const stored = write({ ...write({}, { oauth_providers: [github] }), ...scopes }, { oauth_providers: [github] });
    expect(renderConfig(stored).auth.oauth.providers.github).toMatchObject({ type: "github", scopes: "repo" });
  });

  it("one that is not in the list is deleted", () => {
    const stored = write(write({}, { oauth_providers: [google, github] }), { oauth_providers: [github] });
    expect(Object.keys(renderConfig(stored).auth.oauth.providers)).toEqual(["github"]);
  });

  it("one that is switched off stays listed with enabled: false, and signs no user in", () => {
    const stored = write({}, { oauth_providers: [google, { ...github, enabled: false }] });
    expect(read(stored).oauth_providers).toEqual([
      { provider_config_id: "github", ...github, enabled: false },
      { provider_config_id: "google", ...google },
    ]);
    expect(read(stored).enabled_oauth_providers).toEqual([{ id: "google" }]);
    expect(renderConfig(stored).auth.oauth.providers.github).toMatchObject({
      allowSignIn: false,
      allowConnectedAccounts: false,
    });
  });

  it("a client that does not know `enabled` cannot switch one on again", () => {
    const off = write({}, { oauth_providers: [{ ...github, enabled: false }] });
    const again = write(off, { oauth_providers: [{ ...github, client_id: "other" }, google] });
    expect(read(again).oauth_providers).toEqual([
      { provider_config_id: "github", ...github, client_id: "other", enabled: false },
      { provider_config_id: "google", ...google },
    ]);
    expect(read(write(off, { oauth_providers: [{ ...github, enabled: true }] })).enabled_oauth_providers).toEqual([
      { id: "github" },
    ]);
  });

  it("the state is found under another configuration id too", () => {
    const stored = { "auth.oauth.providers.mine": { type: "github", isShared: false, allowSignIn: false } };
    expect(read(write(stored, { oauth_providers: [github] })).oauth_providers).toEqual([
      { provider_config_id: "github", ...github, enabled: false },
    ]);
  });

  it("one for connected accounts only stays so when its list entry is written back", () => {
    const stored = {
      "auth.oauth.providers.google": { type: "google", allowSignIn: false, allowConnectedAccounts: true },
    };
    const again = write(stored, { oauth_providers: [{ ...google, enabled: false }] });
    expect(renderConfig(again).auth.oauth.providers.google).toMatchObject({
      allowSignIn: false,
      allowConnectedAccounts: true,
    });
  });

  it("one without a vendor is not listed", () => {
    expect(read({ "auth.oauth.providers.mine": { allowSignIn: true } }).oauth_providers).toEqual([]);
  });
});

describe("renderClientProjectFields", () => {
  it("shows the flags, the rules and the providers that sign in, and no secret", () => {
    const stored = write({}, { oauth_providers: [github, { ...google, enabled: false }] });
    expect(renderClientProjectFields(renderConfig(stored))).toEqual({
      sign_up_enabled: true,
      credential_enabled: false,
      magic_link_enabled: false,
      passkey_enabled: false,
      password_min_length: 8,
      totp_mfa_enabled: true,
      client_team_creation_enabled: false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      enabled_oauth_providers: [{ id: "github" }],
      customer_types: [],
      appearance: plainAppearance,
      domains: [],
      allow_localhost: false,
    });
  });

  it("names the kinds of customers that offers and items are for, each once", () => {
    const offer = { prices: {}, includedItems: {} };
    const stored = {
      "payments.offers.pro": { ...offer, customerType: "user" },
      "payments.offers.internal": { ...offer, customerType: "user", serverOnly: true },
      "payments.items.seats": { customerType: "team" },
    };
    expect(renderClientProjectFields(renderConfig(stored)).customer_types).toEqual(["team", "user"]);
  });
});

const full = { SHARD_STORAGE_MIB: "1" };

describe("a new project for which there is no room", () => {
  afterEach(async () => {
    await stepOf(watchStorage);
  });

  // Evidence: tight-databases-take-no-projects
  it("413 for another project once all databases are tight, from an owner and from a partner; 201 once one is not", async () => {
    // Attack: an owner whose projects are full makes new ones, each of which would get a share of what is left.
    const me = await owner();
    const create = () =>
      me.client("POST /internal/projects", { body: { display_name: "Acme", owner_team_id: me.teamId } });
    const provision = () =>
      sendRequest("POST /integrations/custom/projects/provision", {
        headers: basic(clients.acme),
        body: { display_name: "Acme" },
      });
    await stepOf(watchStorage, full);
    const responses = [await create(), await provision()];
    await stepOf(watchStorage);
    const text = "The instance has no room for another project. Please ask its operator to add a database.";
    for (const response of responses) expectPlainError(response, 413, text);
    expect((await create()).status).toBe(201);
    expect((await provision()).status).toBe(200);
  });
});
