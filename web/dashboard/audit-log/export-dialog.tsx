import { literal } from "../code/written-code";
import { toCsv } from "../files/csv";
import { ExportDialog } from "../files/export-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type AuditSearch, filterOf } from "./audit-search";

/** Saves the events that a search selects as a file. */
export function ExportEventsDialog({ search, onClose }: { search: AuditSearch; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  const filter = filterOf(search, new Date());
  return (
    <ExportDialog
      title={t("Export the audit log")}
      description={t("All events that the filters select, newest first. The export is an event of the log itself.")}
      formats={files}
      jsonHint={t("For programs. Each line is an event.")}
      project={displayName}
      contents="audit-log"
      read={async ({ signal, onPage }) => {
        const parts: string[] = [];
        let count = 0;
        for await (const lines of app.exportAuditEvents(filter)) {
          signal.throwIfAborted();
          parts.push(lines);
          count += lines.split("\n").length - 1;
          onPage(count);
        }
        return parts;
      }}
      statusText={(count) => t("{count, plural, one {# event} other {# events}}", { count })}
      code={`for await (const lines of adminApp.exportAuditEvents(${literal(filter)})) {\n  process.stdout.write(lines);\n}`}
      onClose={onClose}
    />
  );
}

const files = {
  csv: { type: "text/csv", write: (parts: readonly string[]) => [csvHeader, ...parts.map(csvLines)] },
  jsonl: { type: "application/jsonl", write: (parts: readonly string[]) => parts },
};

const columns = [
  "created_at",
  "type",
  "actor_type",
  "actor_id",
  "impersonator_id",
  "session_id",
  "target_type",
  "target_id",
  "ip_address",
  "country_code",
  "user_agent",
  "details",
  "id",
] as const;

/** The first line of an export as CSV. */
const csvHeader = toCsv([columns]);

interface Party {
  type: string;
  id: string | null;
}

interface Line {
  id: string;
  type: string;
  created_at_millis: number;
  actor: Party;
  impersonator: Party | null;
  session_id: string | null;
  target: Party | null;
  details: object;
  ip_address: string | null;
  country_code: string | null;
  user_agent: string | null;
}

/** Lines of JSON, as the API exports events, as CSV without its first line. */
export function csvLines(lines: string): string {
  const events = lines.split("\n").filter((line) => line !== "");
  return toCsv(
    events.map((line) => {
      const event = JSON.parse(line) as Line;
      return [
        new Date(event.created_at_millis).toISOString(),
        event.type,
        event.actor.type,
        event.actor.id,
        event.impersonator?.id,
        event.session_id,
        event.target?.type,
        event.target?.id,
        event.ip_address,
        event.country_code,
        event.user_agent,
        Object.keys(event.details).length > 0 ? JSON.stringify(event.details) : "",
        event.id,
      ].map((cell) => cell ?? "");
    }),
  );
}
