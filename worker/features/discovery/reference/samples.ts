import { absent } from "../../../protocol/openapi-schemas";
import type { Samples } from "./entry";

/** One consistent set of values: Ada Lovelace, her team, and a project that both are in. */
export const ids = {
  project: "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71",
  user: "3f0c8a52-6b1d-4e7f-8a2b-9c4d5e6f7081",
  team: "8e1d7c3b-2a4f-4b6c-9d8e-0f1a2b3c4d5e",
  ownerTeam: "5d9e0f21-3c4b-4a6d-8e7f-6a5b4c3d2e1f",
  channel: "b7a6c5d4-e3f2-4a1b-8c9d-0e1f2a3b4c5d",
  link: "f1e2d3c4-b5a6-4978-8a9b-0c1d2e3f4a5b",
  session: "2c4e6a80-9b7d-4f5e-8c3a-1d0b9f8e7c6d",
  apiKey: "9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d",
  keySet: "6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918",
  auditEvent: "019b8f3a-4c00-7d21-9e5b-8a7c6d5e4f30",
  invitation: "d4c3b2a1-0f9e-4d8c-8b7a-695847362514",
} as const;

/** 45 characters, as all secrets and codes of the wire are. */
const secret = "5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2";

const accessToken = "eyJhbGciOiJFUzI1NiIsImtpZCI6ImIzZDFhOTU2ZjJjNCJ9.eyJzdWIiOiIzZjBjOGE1MiJ9.c2lnbmF0dXJl";
const challenge = "q1rXn3u8YcV2b0kL7mZ5tW4sE6dG9hJ1pQxRzT2yU3I";
const credentialId = "mE4cV0bT7yQ2wX9zK5nR8g";

/** A place in a list, encrypted. */
export const cursor = "kQ3v8ZrX1mN5tY7uW2pL4sD6fG9hJ0aBcVbNxMzQwErTyUiOpAsDfGhJkLzXcVbNmQw5R7t9Y";

const created = 1_767_225_600_000;
const later = 1_772_323_200_000;
const expiry = 1_798_761_600_000;

/** Example values by the end of their place. */
export const samples: Samples = {
  "path.project_id": ids.project,
  user_id: ids.user,
  team_id: ids.team,
  creator_user_id: ids.user,
  selected_team_id: ids.team,
  owner_team_id: ids.ownerTeam,
  "selected_team.id": ids.team,
  "user.id": ids.user,
  contact_channel_id: ids.channel,
  session_id: ids.session,
  passkey_id: credentialId,
  provider_id: "google",
  provider_config_id: "google",
  notification_category_id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c",
  notification_category_name: "Marketing",
  permission_id: "read_reports",

  logo_dark_url: null,
  accent_color: "#1f5f4f",
  radius: "medium",
  font: "system",
  support_url: "mailto:help@example.com",
  home_url: "https://www.example.com/",
  texts: { "Sign in": "Log in" },
  terms_url: "https://www.example.com/terms",
  privacy_url: "https://www.example.com/privacy",
  display_name: "Ada Lovelace",
  "selected_team.display_name": "Analytical Engines",
  team_display_name: "Analytical Engines",
  email: "ada@example.com",
  primary_email: "ada@example.com",
  recipient_email: "charles@example.com",
  value: "ada@example.com",
  profile_image_url: "https://images.example.com/ada.png",
  "body.profile_image_url":
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "selected_team.profile_image_url": null,
  client_metadata: { theme: "dark" },
  client_read_only_metadata: { plan: "pro" },
  server_metadata: { crm_id: "A-1815" },
  "selected_team.client_metadata": {},
  "selected_team.client_read_only_metadata": {},
  "selected_team.server_metadata": {},
  requires_totp_mfa: false,
  is_anonymous: false,
  restricted_at_millis: null,
  passkey_auth_enabled: true,
  oauth_providers: [{ id: "google", account_id: "108204268033311374519", email: "ada@example.com" }],
  account_id: "108204268033311374519",
  totp_secret_base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=",
  signed_up_at_millis: created,
  created_at_millis: created,
  created_at: created,
  last_used_at: later,
  last_used_at_millis: later,
  last_active_at_millis: later,
  expires_at_millis: expiry,
  manually_revoked_at_millis: absent,
  expires_in_millis: 3_600_000,
  next_cursor: cursor,
  is_impersonation: false,

  access_token: accessToken,
  refresh_token: secret,
  "header.x-stack-refresh-token": secret,
  code: secret,
  nonce: secret.slice(6),
  password: "correct horse battery staple",
  old_password: "correct horse battery staple",
  new_password: "a longer passphrase for the engine",
  "body.password_hash": absent,
  totp: "492039",
  is_new_user: false,
  device_tokens: ["7c3e2a10-5b4d-4c6f-9e8a-1f2d3c4b5a69.k2Vn8QxTz0WcRyB5mJtHe7LdPsA3uGf1iYo6NvKq4Xw"],
  device_token: "0e1f2a3b-4c5d-4e6f-8a7b-9c0d1e2f3a4b.uVf3mBvZ0cR1yWk8nQeXtJ5hLs2aPd7gTi9oKq4CxEA",
  callback_url: "http://localhost:3000/handler/callback",
  verification_callback_url: "http://localhost:3000/handler/email-verification",
  polling_code: secret,
  login_code: [...secret].reverse().join(""),
  expires_at: "2026-01-01T02:00:00.000Z",

  challenge,
  passkey: "Ada's laptop",
  user_handle: credentialId,
  rawId: credentialId,
  clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
  authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
  attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg",
  signature: "MEUCIQDx3Yk2c1b0aV9e8d7c6b5a4f3e2d1c0b",
  userHandle: "M2YwYzhhNTItNmIxZC00ZTdmLThhMmItOWM0ZDVlNmY3MDgx",
  transports: ["internal", "hybrid"],
  "credential.id": credentialId,
  "authentication_response.id": credentialId,
  timeout: 60_000,
  allowCredentials: [],
  rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",

  publishable_client_key: `pck_${secret}`,
  secret_server_key: `ssk_${secret}`,
  super_secret_admin_key: `sak_${secret}`,
  last_four: secret.slice(-4),
  is_public: false,

  logo_url: null,
  full_logo_url: null,
  "enabled_oauth_providers.id": "google",
  "config.oauth_providers": [{ provider_config_id: "google", id: "google", type: "shared" }],
  email_theme: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
  email_config: { type: "shared" },
  "domains.domain": "https://app.example.com",
  handler_path: "/handler",
  "team_creator_default_permissions.id": "team_admin",
  "team_member_default_permissions.id": "team_member",
  user_default_permissions: [],
};
