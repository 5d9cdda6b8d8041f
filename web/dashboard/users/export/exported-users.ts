import type { ServerUser } from "../../../kit/requests/wire";
import { toCsv } from "../../files/csv";

export const formats = ["csv", "json"] as const;
export type Format = (typeof formats)[number];

/**
 * Each format has its type, and writes users as the parts of a text. Each user is a part, because all of them may be longer than
 * a string can be. No user is indented, because that could make one too long by itself.
 */
export const files: Record<Format, { type: string; write: (users: readonly ServerUser[]) => string[] }> = {
  csv: { type: "text/csv", write: (users) => [Object.keys(columns), ...users.map(cellsOf)].map((row) => toCsv([row])) },
  json: { type: "application/json", write: jsonLines },
};

/** A list in JSON, with each user in a line. */
function jsonLines(users: readonly ServerUser[]): string[] {
  const lines = users.map((user, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(user)}`);
  return ["[", ...lines, "\n]\n"];
}

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
  restricted_at: ({ restricted_at_millis: at }) => (at === null ? "" : new Date(at).toISOString()),
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
