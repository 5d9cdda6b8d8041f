import type { AuditEvent } from "../../kit";
import type { Json } from "../../kit/requests/json";
import { readableJson } from "../files/readable-json";
import { msg } from "../translation/message";
import type { Translate } from "../translation/use-translation";

/** A setting that was changed: what it was and what it is, or only that it was, as with a secret. */
export interface Change {
  readonly key: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly secret?: Json;
}

/** The changes that an event's details name, apart from everything else in them. */
export function changesIn({ changes, ...others }: AuditEvent["details"]): {
  changes: readonly Change[];
  others: AuditEvent["details"];
} {
  if (!Array.isArray(changes) || !changes.every(isChange)) {
    return { changes: [], others: changes === undefined ? others : { changes, ...others } };
  }
  return { changes, others };
}

/** The part of the settings that each of the changes is in, by the beginning of its key; each once. */
export function areasOf(changes: readonly Change[], t: Translate): string[] {
  const texts = changes.map(({ key }) => {
    const [area = ""] = key.split(".");
    return t(Object.hasOwn(areas, area) ? areas[area as keyof typeof areas] : msg("Project"));
  });
  return [...new Set(texts)];
}

const areas = {
  apiKeys: msg("API keys"),
  appearance: msg("Pages and appearance"),
  audit: msg("Audit log"),
  auth: msg("Sign-in methods"),
  dataVault: msg("Data vault"),
  domains: msg("Domains"),
  emails: msg("Emails"),
  hostedPages: msg("Pages and appearance"),
  payments: msg("Payments"),
  rbac: msg("Permissions"),
  teams: msg("Teams"),
  users: msg("Users"),
} as const;

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";
}

/** A value of a setting as text; empty where there was none. */
export function valueText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : readableJson(value);
}
