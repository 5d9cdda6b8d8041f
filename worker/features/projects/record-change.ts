import { changedSettings } from "../../config";
import type { Actor } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import type { Project } from "../../db/projects/project";
import type { Condition, Database, Statement } from "../../platform/database";
import type { Json } from "../../protocol/fields";

/** Fields of a project beside its configuration. */
const fields = ["displayName", "description", "logoUrl", "fullLogoUrl", "isProductionMode"] as const;

/** An event holds as many changes as fit a row beside each other, and of long values their beginning. */
const mostChanges = 200;
const longestValue = 500;

/**
 * Records what a change of a project does to its settings, before it is written and on the same condition. Nothing where
 * it changes nothing. Secrets are sealed here as in the configuration, and named without a value.
 */
export function recordProjectChange(
  db: Database,
  { before, after, actor }: { before: Project; after: Project; actor: Actor },
  unchanged: Condition,
): Statement | undefined {
  const changed = fields.filter((key) => before[key] !== after[key]);
  const changes = [
    ...changed.map((key) => ({ key, before: before[key], after: after[key] })),
    ...changedSettings(before.config, after.config),
  ];
  if (changes.length === 0) return undefined;
  const details = {
    changes: changes.slice(0, mostChanges).map(shortened) as Json[],
    ...(changes.length > mostChanges && { further_changes: changes.length - mostChanges }),
  };
  const event = { type: "project.updated", target: { type: "project", id: before.id }, details } as const;
  return recordAudit(db, before, actor, event, unchanged);
}

function shortened(change: object): object {
  const entries = Object.entries(change).map(([name, value]) => [name, shortenedValue(value)]);
  return Object.fromEntries(entries);
}

function shortenedValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : value;
}
