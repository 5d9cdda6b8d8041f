import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { endpoints } from "./contracts";
import type { EndpointKey } from "./protocol/endpoint";
import { generationOf, shapeFrom } from "./protocol/official-clients";
import { shapeFor, type Tier } from "./protocol/tiers";
import { project, tierHeaders } from "./testing/project";
import { expectError } from "./testing/refusals";
import { sendRequest } from "./testing/send-request";
import { signedIn } from "./testing/sign-ins";
import { bareUser } from "./testing/tokens";

const team = "id display_name profile_image_url client_metadata client_read_only_metadata";
const serverTeam = `${team} server_metadata created_at_millis`;
const user = (selectedTeam: string, more = "") =>
  `id display_name primary_email primary_email_verified profile_image_url signed_up_at_millis client_metadata client_read_only_metadata has_password otp_auth_enabled passkey_auth_enabled auth_with_email requires_totp_mfa oauth_providers{id account_id email} selected_team_id selected_team{${selectedTeam}} is_anonymous${more}`;
const clientUser = user(team);
const serverUser = user(serverTeam, " primary_email_auth_enabled last_active_at_millis server_metadata");
const profile = "team_id user_id display_name profile_image_url";
const channel = "id user_id type value used_for_auth is_verified is_primary";
const link = "id user_id provider_config_id type email allow_sign_in allow_connected_accounts";
const apiKey = (value: string, owner: string) =>
  `id description created_at_millis expires_at_millis manually_revoked_at_millis is_public value${value} type ${owner}`;
const flags =
  "sign_up_enabled credential_enabled magic_link_enabled passkey_enabled client_team_creation_enabled client_user_deletion_enabled allow_user_api_keys allow_team_api_keys";
const server = "type host port username sender_name sender_email";
/** The specification has `enabled`, for providers that are switched off. */
const adminProject = `id display_name description logo_url full_logo_url created_at_millis is_production_mode owner_team_id config{${flags} allow_localhost create_team_on_sign_up oauth_account_merge_strategy email_theme oauth_providers{provider_config_id id type client_id client_secret facebook_config_id microsoft_tenant_id enabled} enabled_oauth_providers{id} domains{domain handler_path} email_config{type | type host port username password sender_name sender_email} team_creator_default_permissions{id} team_member_default_permissions{id} user_default_permissions{id}}`;
const keySet = "id description created_at_millis expires_at_millis";
const masked = "{last_four}";
const tokens = "access_token refresh_token user_id is_new_user";
const ip = "{ip countryCode regionCode cityName latitude longitude tzIdentifier}";
const session = `id user_id created_at last_used_at is_impersonation is_current_session last_used_at_end_user_ip_info${ip}`;
const money = "USD EUR GBP JPY INR AUD CAD interval";
const draft = "id display_name tsx_source theme_id sent_at_millis";
const listOf = (item: string) => `items{${item}} is_paginated`;

/** The fields that the wire of 2.8.41 has, for what its clients call: of every tier that may, or of some. */
const table: [EndpointKey, string | Partial<Record<Tier, string>>][] = [
  ["GET /users/me", { client: clientUser, server: serverUser }],
  ["PATCH /users/me", { client: clientUser, server: serverUser }],
  ["GET /users", `${listOf(serverUser)} pagination{next_cursor}`],
  ["POST /users", serverUser],
  ["GET /users/{user_id}", serverUser],
  ["PATCH /users/{user_id}", serverUser],
  ["GET /contact-channels", listOf(channel)],
  ["POST /contact-channels", channel],
  ["PATCH /contact-channels/{user_id}/{contact_channel_id}", channel],
  ["POST /contact-channels/verify/check-code", "is_code_valid"],
  ["GET /oauth-providers", { client: listOf(link), server: listOf(`${link} account_id`) }],
  ["POST /oauth-providers", { server: `${link} account_id` }],
  ["GET /oauth-providers/{user_id}/{provider_id}", { client: link, server: `${link} account_id` }],
  ["PATCH /oauth-providers/{user_id}/{provider_id}", { client: link, server: `${link} account_id` }],
  ["POST /connected-accounts/{user_id}/{provider_id}/access-token", "access_token"],
  [
    "GET /emails/notification-preference/{user_id}",
    listOf("notification_category_id notification_category_name enabled can_disable"),
  ],
  [
    "GET /teams",
    { client: `${listOf(team)} pagination{next_cursor}`, server: `${listOf(serverTeam)} pagination{next_cursor}` },
  ],
  ["POST /teams", { client: team, server: serverTeam }],
  ["PATCH /teams/{team_id}", { client: team, server: serverTeam }],
  ["POST /team-memberships/{team_id}/{user_id}", "team_id user_id"],
  ["GET /team-member-profiles", { client: listOf(profile), server: listOf(`${profile} user{${serverUser}}`) }],
  ["PATCH /team-member-profiles/{team_id}/{user_id}", { client: profile, server: `${profile} user{${serverUser}}` }],
  ["GET /team-invitations", listOf("id team_id expires_at_millis recipient_email")],
  ["POST /team-invitations/send-code", "success id"],
  ["POST /team-invitations/accept/details", "team_id team_display_name"],
  ["GET /team-permission-definitions", `${listOf("id description contained_permission_ids")} pagination{next_cursor}`],
  ["GET /team-permissions", listOf("id team_id user_id")],
  ["GET /project-permissions", listOf("id user_id")],
  ["GET /user-api-keys", listOf(apiKey(masked, "user_id"))],
  ["POST /user-api-keys", apiKey("", "user_id")],
  ["POST /user-api-keys/check", apiKey(masked, "user_id")],
  ["GET /team-api-keys", listOf(apiKey(masked, "team_id"))],
  ["POST /team-api-keys", apiKey("", "team_id")],
  ["POST /team-api-keys/check", apiKey(masked, "team_id")],
  ["GET /projects/current", `id display_name config{${flags} enabled_oauth_providers{id}}`],
  ["GET /internal/projects", `${listOf(adminProject)} pagination{next_cursor}`],
  ["POST /internal/projects", adminProject],
  ["GET /internal/projects/current", adminProject],
  ["PATCH /internal/projects/current", adminProject],
  ["GET /internal/config", "config_string"],
  [
    "GET /internal/api-keys",
    listOf(
      `${keySet} manually_revoked_at_millis publishable_client_key${masked} secret_server_key${masked} super_secret_admin_key${masked}`,
    ),
  ],
  ["POST /internal/api-keys", `${keySet} publishable_client_key secret_server_key super_secret_admin_key`],
  [
    "GET /internal/emails",
    listOf(`id subject to sent_at_millis sender_config{${server}} error{rawError errorType canRetry message}`),
  ],
  ["POST /emails/send-email", "results{user_id user_email}"],
  ["POST /emails/render-email", "html subject notification_category"],
  ["POST /internal/send-test-email", "success error_message"],
  ["GET /internal/email-themes", "themes{id display_name}"],
  ["GET /internal/email-templates", "templates{id display_name tsx_source theme_id}"],
  ["GET /internal/email-drafts", `drafts{${draft}}`],
  [
    "GET /internal/metrics",
    `total_users daily_users{date activity} daily_active_users{date activity} users_by_country recently_registered{${serverUser}} recently_active{${serverUser}} login_methods{method count}`,
  ],
  ["POST /auth/password/sign-in", tokens],
  ["POST /auth/password/sign-up", tokens],
  ["POST /auth/password/reset/check-code", "is_code_valid"],
  ["POST /auth/otp/sign-in", tokens],
  ["POST /auth/otp/send-sign-in-code", "nonce"],
  ["POST /auth/mfa/sign-in", tokens],
  ["POST /auth/passkey/sign-in", tokens],
  ["POST /auth/anonymous/sign-up", tokens],
  ["POST /auth/sessions", "access_token refresh_token"],
  ["GET /auth/sessions", listOf(session)],
  ["POST /auth/cli", "polling_code login_code expires_at"],
  ["GET /payments/items/{customer_type}/{customer_id}/{item_id}", "id display_name quantity"],
  ["POST /payments/purchases/create-purchase-url", "url"],
  [
    "POST /payments/purchases/validate-code",
    `offer{display_name customer_type stackable free_trial prices{${money} free_trial}} stripe_account_id project_id already_bought_non_stackable conflicting_group_offers{offer_id display_name}`,
  ],
  [
    "GET /internal/payments/transactions",
    `transactions{id type created_at_millis customer_type customer_id quantity test_mode offer_display_name price{${money}} status item_id description expires_at_millis} next_cursor`,
  ],
  ["GET /internal/payments/stripe/account-info", "account_id charges_enabled details_submitted payouts_enabled"],
  ["POST /data-vault/stores/{store_id}/get", "encrypted_value"],
  ["POST /integrations/custom/projects/transfer/confirm/check", "is_code_valid"],
  ["POST /integrations/custom/internal/confirm", "authorization_code"],
];

/** The fields of a shape at any depth, as `name{inner fields}`, with ` | ` between alternatives. */
function fieldsOf(schema: z.ZodType): string {
  const { shape, options, element, innerType, valueType } = schema.def as z.core.$ZodTypeDef &
    Partial<Record<"element" | "innerType" | "valueType", z.ZodType>> & {
      shape?: Record<string, z.ZodType>;
      options?: z.ZodType[];
    };
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, fieldsOf(field)] as const);
    return fields.map(([name, inner]) => (inner ? `${name}{${inner}}` : name)).join(" ");
  }
  if (options) return options.map(fieldsOf).filter(Boolean).join(" | ");
  const inner = element ?? innerType ?? valueType;
  return inner ? fieldsOf(inner) : "";
}

const ofClient = (version: string) => ({ headers: { "x-stack-client-version": version } });
const official = ofClient("js @stackframe/js@2.8.41");

const byAdmin = ["restricted_by_admin", "restricted_by_admin_reason", "restricted_by_admin_private_details"];
const restriction = ["is_restricted", "restricted_reason", ...byAdmin];
const risk = ["country_code", "risk_scores"];

describe("what the official clients get", () => {
  it.each(table)("%s has the fields of the wire of 2.8.41 and no others", (key, expected) => {
    const response = endpoints.find((endpoint) => endpoint.key === key)?.response;
    const byTier = typeof expected === "string" ? { admin: expected } : expected;
    const found = Object.keys(byTier).map((tier) => [
      tier,
      typeof response === "object" && fieldsOf(shapeFrom(0, shapeFor(response, tier as Tier))),
    ]);
    expect(Object.fromEntries(found)).toEqual(byTier);
  });

  it("200 GET /users: a user and their team as 2.8.41 has them, while everybody else gets the fields that are ours", async () => {
    const p = await project();
    await bareUser(p.id);
    const [theirs] = (await p.server("GET /users", official)).body.items;
    expect(Object.keys(theirs).sort()).toEqual(namesIn(serverUser));
    const [newer] = (await p.server("GET /users", ofClient("js @stackframe/react@2.8.78"))).body.items;
    expect(Object.keys(newer).sort()).toEqual([...namesIn(serverUser), ...restriction, ...risk].sort());
    for (const other of [{}, ofClient("js @gatehouse/kit@0.2.0"), ofClient("a program of theirs")]) {
      const [ours] = (await p.server("GET /users", other)).body.items;
      expect(Object.keys(ours).sort()).toEqual(
        [...namesIn(serverUser), ...restriction, ...risk, "suspended_at_millis"].sort(),
      );
    }
  });

  it.each([
    ["2.8.40", 0],
    ["2.8.41", 0],
    ["2.8.42", 1],
    ["2.8.51", 1],
    ["2.8.77", 2],
    ["2.8.102", 3],
    ["2.8.108", 3],
    ["2.10.0", 3],
    ["3.0.0", 3],
  ])("%s is of generation %i, as a version between two is taken for the newer one", (version, generation) => {
    expect(generationOf({ platform: "js", packageName: "@stackframe/js", version })).toBe(generation);
  });

  it.each([
    ["2.8.41", []],
    ["2.8.51", ["domains"]],
    ["2.8.77", ["domains"]],
    ["2.8.102", ["domains", "allow_localhost"]],
  ])("200 GET /projects/current: %s gets %j beside what all get", async (version, more) => {
    const p = await project();
    const { config } = (await p.client("GET /projects/current", ofClient(`js @stackframe/js@${version}`))).body;
    expect(Object.keys(config).sort()).toEqual([...flags.split(" "), "enabled_oauth_providers", ...more].sort());
  });

  it("200 GET /projects/current: a project without its appearance, and with it for everybody else", async () => {
    const p = await project();
    const theirs = (await p.client("GET /projects/current", official)).body.config;
    const ours = (await p.client("GET /projects/current")).body.config;
    expect(Object.keys(theirs).sort()).toEqual([...flags.split(" "), "enabled_oauth_providers"].sort());
    expect(Object.keys(ours)).toEqual(expect.arrayContaining([...Object.keys(theirs), "appearance"]));
  });

  it("200 GET /auth/sessions: sessions without their families, and with them for everybody else", async () => {
    const p = await project();
    const me = { user_id: "me" };
    const { client } = p.as(await signedIn(p, await bareUser(p.id)));
    const [theirs] = (await client("GET /auth/sessions", { query: me, ...official })).body.items;
    const [ours] = (await client("GET /auth/sessions", { query: me })).body.items;
    expect(theirs).toEqual({ ...theirs, id: ours.id, is_current_session: true });
    expect([theirs.family_id, typeof ours.family_id]).toEqual([undefined, "string"]);
  });
});

describe("what newer official clients ask", () => {
  it.each(["analytics/events", "session-replays"])(
    "204 POST /%s/batch: reports are dropped, compressed ones too",
    async (reports) => {
      for (const prefix of ["v1", "latest"]) {
        const init = { method: "POST", headers: { "content-type": "application/octet-stream" }, body: "\x1f\x8b" };
        const response = await exports.default.fetch(`http://localhost:8787/api/${prefix}/${reports}/batch`, init);
        expect([response.status, await response.text()]).toEqual([204, ""]);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
      }
    },
  );

  it("200 GET /users: anonymous users alone with `only_anonymous`, and everybody as before with `include_restricted`", async () => {
    const p = await project();
    const ada = await bareUser(p.id);
    const anonymous = await bareUser(p.id, { isAnonymous: true });
    const idsIn = async (query: Record<string, string>) =>
      (await p.server("GET /users", { query })).body.items.map(({ id }: { id: string }) => id);
    expect(await idsIn({ include_restricted: "true" })).toEqual([ada]);
    expect(await idsIn({ include_restricted: "true", include_anonymous: "true" })).toEqual([ada, anonymous]);
    expect(await idsIn({ only_anonymous: "true", include_anonymous: "true" })).toEqual([anonymous]);
  });
});

/** A request's headers by the names that newer official clients give them. */
const renamed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace("x-stack-", "x-hexclave-"), value]));

describe("the newer names of headers", () => {
  it("200 GET /users/me: do for every header, beside empty ones of the older name", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const { access_token } = await signedIn(p, userId);
    const headers = renamed({ ...tierHeaders(p.id, "client", p.keys.client), "x-stack-access-token": access_token });
    const own = { ...headers, "x-hexclave-client-version": "js @stackframe/js@2.8.41", "x-stack-project-id": "" };
    const { status, body } = await sendRequest("GET /users/me", { headers: own });
    expect([status, Object.keys(body).sort()]).toEqual([200, namesIn(clientUser)]);
  });

  // Attack: naming another project by the older name of a header, which a proxy has checked, than by the newer one.
  it("win over the older ones, for each check of the request", async () => {
    const [p, other] = [await project(), await project()];
    const headers = { ...tierHeaders(other.id, "client", p.keys.client), "x-hexclave-project-id": p.id };
    const { status, body } = await sendRequest("GET /projects/current", { headers });
    expect([status, body.id]).toEqual([200, p.id]);
    const swapped = { ...tierHeaders(p.id, "client", p.keys.client), "x-hexclave-project-id": other.id };
    expectError(
      await sendRequest("GET /projects/current", { headers: swapped }),
      401,
      "INVALID_PUBLISHABLE_CLIENT_KEY",
      {
        project_id: other.id,
      },
    );
  });

  it("are those of the response as well, equal to the older ones, and only where they were sent", async () => {
    const sent = { "x-hexclave-access-type": "client", "x-hexclave-override-error-status": "true" };
    const { status, headers } = await sendRequest("GET /users/me", { headers: sent });
    expect(status).toBe(200);
    for (const prefix of ["x-stack", "x-hexclave"]) {
      expect(headers.get(`${prefix}-actual-status`)).toBe("400");
      expect(headers.get(`${prefix}-known-error`)).toBe("ACCESS_TYPE_WITHOUT_PROJECT_ID");
    }
    const older = await sendRequest("GET /users/me", { headers: { "x-stack-access-type": "client" } });
    expect([older.headers.get("x-stack-known-error"), older.headers.get("x-hexclave-known-error")]).toEqual([
      "ACCESS_TYPE_WITHOUT_PROJECT_ID",
      null,
    ]);
  });

  it("may be sent and read by scripts of other origins", async () => {
    const { headers } = await sendRequest("GET /users/me", { headers: {} });
    const allowed = headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["x-hexclave-project-id", "x-hexclave-access-token"]));
    expect(headers.get("access-control-expose-headers")).toContain("x-hexclave-actual-status, x-hexclave-known-error");
  });
});

/** The names of the fields at the top. */
function namesIn(fields: string): string[] {
  return fields
    .replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
    .split(" ")
    .sort();
}
