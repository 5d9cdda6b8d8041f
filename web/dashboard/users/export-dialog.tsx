import { useQuery } from "@tanstack/react-query";
import type { ServerUser } from "../../kit/requests/wire";
import { toCsv } from "../files/csv";
import { ExportDialog } from "../files/export-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { metricsOptions } from "../usage/queries";
import { isFiltered, type UserSearch } from "../user-filters/user-search";
import { readAllUsers } from "./queries";
import { type Switches, usableMethods } from "./user-texts";

/** Saves all users whom the list shows as a file. */
export function ExportUsersDialog({ search, onClose }: { search: UserSearch; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName, config } = useOwnedProject();
  const { data: metrics } = useQuery(metricsOptions(app));
  // It is not known before they are read how many users filters select.
  const total = isFiltered(search) ? undefined : metrics?.total_users;
  return (
    <ExportDialog
      title={t("Export users")}
      description={
        isFiltered(search)
          ? t("All users whom the search and the filters of the list select, without passwords and secrets.")
          : t("All users of the project, without passwords and secrets.")
      }
      formats={filesOf(config)}
      jsonHint={t("For programs, with everything that the API says of a user.")}
      project={displayName}
      contents="users"
      total={total}
      read={(options) => readAllUsers(app, search, options)}
      statusText={(count, isDone) =>
        isDone
          ? t("{count, plural, one {# user is exported.} other {# users are exported.}}", { count })
          : total
            ? t("{done} of {total}", {
                done: count.toLocaleString(t.language),
                total: total.toLocaleString(t.language),
              })
            : t("{count, plural, one {# user read} other {# users read}}", { count })
      }
      code={exportCode}
      onClose={onClose}
    />
  );
}

const exportCode = `const users = [];
let cursor;
do {
  const page = await serverApp.listUsers({ limit: 1000, cursor });
  users.push(...page);
  cursor = page.nextCursor ?? undefined;
} while (cursor);`;

/**
 * Each format has its type, and writes users as the parts of a text. Each user is a part, because all of them may be longer than
 * a string can be. No user is indented, because that could make one too long by itself.
 */
export function filesOf(config: Switches): Record<"csv" | "json", Format> {
  const columns = columnsOf(config);
  return {
    csv: {
      type: "text/csv",
      write: (users) =>
        [Object.keys(columns), ...users.map((user) => Object.values(columns).map((cell) => cell(user)))].map((row) =>
          toCsv([row]),
        ),
    },
    json: { type: "application/json", write: jsonLines },
  };
}

interface Format {
  readonly type: string;
  readonly write: (users: readonly ServerUser[]) => string[];
}

/** A list in JSON, with each user in a line. */
function jsonLines(users: readonly ServerUser[]): string[] {
  const lines = users.map((user, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(user)}`);
  return ["[", ...lines, "\n]\n"];
}

/** The columns are named as the fields of the API, so that the file can be imported again. */
const columnsOf = (config: Switches): Record<string, (user: ServerUser) => string> => ({
  id: ({ id }) => id,
  display_name: ({ display_name }) => display_name ?? "",
  primary_email: ({ primary_email }) => primary_email ?? "",
  primary_email_verified: ({ primary_email_verified }) => String(primary_email_verified),
  primary_email_auth_enabled: ({ primary_email_auth_enabled }) => String(primary_email_auth_enabled),
  profile_image_url: ({ profile_image_url }) => profile_image_url ?? "",
  signed_up_at: ({ signed_up_at_millis }) => new Date(signed_up_at_millis).toISOString(),
  last_active_at: ({ last_active_at_millis: at, signed_up_at_millis }) =>
    at > signed_up_at_millis ? new Date(at).toISOString() : "",
  sign_in_methods: (user) => usableMethods(user, config).join(" "),
  has_password: ({ has_password }) => String(has_password),
  otp_auth_enabled: ({ otp_auth_enabled }) => String(otp_auth_enabled),
  otp_auth_switched_off: ({ otp_auth_switched_off }) => String(otp_auth_switched_off ?? false),
  passkey_auth_enabled: ({ passkey_auth_enabled }) => String(passkey_auth_enabled),
  requires_totp_mfa: ({ requires_totp_mfa }) => String(requires_totp_mfa),
  oauth_providers: ({ oauth_providers }) => oauth_providers.map(({ id }) => id).join(" "),
  is_anonymous: ({ is_anonymous }) => String(is_anonymous),
  suspended_at: ({ suspended_at_millis: at }) => (at === null ? "" : new Date(at).toISOString()),
  client_metadata: ({ client_metadata }) => jsonText(client_metadata),
  client_read_only_metadata: ({ client_read_only_metadata }) => jsonText(client_read_only_metadata),
  server_metadata: ({ server_metadata }) => jsonText(server_metadata),
});

function jsonText(value: unknown): string {
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
