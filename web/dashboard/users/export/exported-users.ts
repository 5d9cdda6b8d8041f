import type { ServerUser } from "../../../kit/requests/wire";
import { toCsv } from "../../files/csv";

export const formats = ["csv", "json"] as const;
export type Format = (typeof formats)[number];

/** What a file of users is: its name and type, and how it is written. */
export const files: Record<Format, { type: string; write: (users: readonly ServerUser[]) => string }> = {
  csv: { type: "text/csv", write: (users) => toCsv([Object.keys(columns), ...users.map(cellsOf)]) },
  json: { type: "application/json", write: (users) => `${JSON.stringify(users, null, 2)}\n` },
};

/** The columns are named as the fields of the API, so that the file can be imported again. */
const columns: Record<string, (user: ServerUser) => string> = {
  id: ({ id }) => id,
  display_name: ({ display_name }) => display_name ?? "",
  primary_email: ({ primary_email }) => primary_email ?? "",
  primary_email_verified: ({ primary_email_verified }) => String(primary_email_verified),
  primary_email_auth_enabled: ({ primary_email_auth_enabled }) => String(primary_email_auth_enabled),
  profile_image_url: ({ profile_image_url }) => profile_image_url ?? "",
  signed_up_at: ({ signed_up_at_millis }) => new Date(signed_up_at_millis).toISOString(),
  last_active_at: ({ last_active_at_millis }) => new Date(last_active_at_millis).toISOString(),
  has_password: ({ has_password }) => String(has_password),
  otp_auth_enabled: ({ otp_auth_enabled }) => String(otp_auth_enabled),
  passkey_auth_enabled: ({ passkey_auth_enabled }) => String(passkey_auth_enabled),
  requires_totp_mfa: ({ requires_totp_mfa }) => String(requires_totp_mfa),
  oauth_providers: ({ oauth_providers }) => oauth_providers.map(({ id }) => id).join(" "),
  is_anonymous: ({ is_anonymous }) => String(is_anonymous),
  client_metadata: ({ client_metadata }) => jsonText(client_metadata),
  client_read_only_metadata: ({ client_read_only_metadata }) => jsonText(client_read_only_metadata),
  server_metadata: ({ server_metadata }) => jsonText(server_metadata),
};

function cellsOf(user: ServerUser): string[] {
  return Object.values(columns).map((cell) => cell(user));
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
