import type { AuditEvent } from "../../kit/requests/wire";
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
  csv: {
    type: "text/csv",
    write: (parts: readonly string[]) => [toCsv([Object.keys(columns)]), ...parts.map(csvLines)],
  },
  jsonl: { type: "application/jsonl", write: (parts: readonly string[]) => parts },
};

const columns: Record<string, (event: AuditEvent) => string | null | undefined> = {
  created_at: ({ created_at_millis }) => new Date(created_at_millis).toISOString(),
  type: ({ type }) => type,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  impersonator_id: ({ impersonator }) => impersonator?.id,
  session_id: ({ session_id }) => session_id,
  target_type: ({ target }) => target?.type,
  target_id: ({ target }) => target?.id,
  ip_address: ({ ip_address }) => ip_address,
  country_code: ({ country_code }) => country_code,
  user_agent: ({ user_agent }) => user_agent,
  details: ({ details }) => (Object.keys(details).length > 0 ? JSON.stringify(details) : ""),
  id: ({ id }) => id,
};

/** Lines of JSON, as the API exports events, as CSV without its first line. */
export function csvLines(lines: string): string {
  const events = lines.split("\n").filter((line) => line !== "");
  return toCsv(
    events.map((line) => {
      const event: AuditEvent = JSON.parse(line);
      return Object.values(columns).map((cell) => cell(event) ?? "");
    }),
  );
}
