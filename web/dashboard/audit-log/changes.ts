import type { AuditEvent } from "../../kit";
import type { Json } from "../../kit/requests/json";

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

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";
}

/** A value of a setting as text; empty where there was none. */
export function valueText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
