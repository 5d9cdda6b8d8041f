import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import ScrollTextIcon from "lucide-react/icons/scroll-text";
import { lazy, Suspense, useMemo, useState } from "react";
import type { AuditEvent, AuditEventPage } from "../../kit";
import { placeName } from "../../react/components/place-name";
import { Button } from "../../ui/buttons/button";
import { Skeleton } from "../../ui/feedback/spinner";
import { RelativeTime } from "../../ui/text/relative-time";
import { ConfigForm } from "../forms/config-form";
import { configOptions } from "../forms/config-queries";
import { EmptyList } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { usePagedRows } from "../table/paged-rows";
import { PagedTable } from "../table/paged-table";
import type { VirtualColumn } from "../table/virtual-table";
import { type Translate, useTranslation } from "../translation/use-translation";
import { AuditFilters } from "./audit-filters";
import { type AuditSearch, isFiltered } from "./audit-search";
import { areasOf, changesIn } from "./changes";
import { EventDialog } from "./event-dialog";
import { eventText } from "./event-texts";
import { ActorCell, TargetCell } from "./parties";
import { auditEventsOptions } from "./queries";

const ExportDialog = lazy(() => import("./export-dialog"));

const snippet = `// Hands each day's events to your own log.
for await (const lines of adminApp.exportAuditEvents({ since: yesterday })) {
  process.stdout.write(lines);
}`;

/** Lists what the page reads first. */
export const reads: PageReads<object, AuditSearch> = ({ app, search }) => [
  auditEventsOptions(app, search),
  configOptions(app),
];

/** Shows what was done in the project, by whom and from where. */
export function AuditLogPage() {
  const t = useTranslation();
  const search = useSearch({ from: "/projects/$projectId/audit-log" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit-log" });
  const [isExporting, setIsExporting] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Audit log")}
        description={t(
          "Sign-ins, and every change of users, settings and keys: what was done, by whom and from where.",
        )}
        reference="Audit log"
        actions={
          <Button variant="secondary" onClick={() => setIsExporting(true)}>
            {t("Export")}
          </Button>
        }
      />
      <AuditFilters />
      <Events />
      {search.event !== undefined && (
        <EventDialog
          id={search.event}
          onClose={() => void navigate({ search: ({ event: _event, ...rest }) => rest, resetScroll: false })}
        />
      )}
      {isExporting && (
        <Suspense>
          <ExportDialog search={search} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

const eventsOf = (page: AuditEventPage) => page;

function Events() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/audit-log" });
  const query = useInfiniteQuery(auditEventsOptions(app, search));
  const events = usePagedRows(query.data?.pages, eventsOf);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <PagedTable
        list={query}
        caption={t("Audit log")}
        columns={columns}
        rows={events}
        rowId={({ id }) => id}
        rowName={({ type }) => eventText(type, t)}
        empty={
          <EmptyList
            icon={<ScrollTextIcon />}
            title={isFiltered(search) ? t("No such events") : t("No events yet")}
            code={snippet}
          >
            {isFiltered(search)
              ? t("Nothing that the log still keeps fits the filters.")
              : t("What you and your users do appears here. Your backend can read it, too:")}
          </EmptyList>
        }
      />
      {query.data && <Retention />}
    </>
  );
}

/** Shows for how long events are kept. Below the events, once they are there: it would be moved by them. */
function Retention() {
  const t = useTranslation();
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
      <ConfigForm
        title={t("Retention")}
        description={t(
          "Older events are deleted for good: export what you have to keep for longer. Events that are recorded already keep their time.",
        )}
        fields={[
          {
            kind: "number",
            path: "audit.retentionDays",
            label: t("Events are kept for"),
            unit: "days",
            min: 30,
            max: 3650,
            isRequired: true,
          },
        ]}
      />
    </Suspense>
  );
}

function columnsOf(t: Translate): VirtualColumn<AuditEvent>[] {
  return [
    {
      id: "event",
      header: t("Event"),
      cell: (event) => (
        <Link
          from="/projects/$projectId/audit-log"
          to="."
          search={(search) => ({ ...search, event: event.id })}
          resetScroll={false}
          className="flex min-w-0 flex-col outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="max-w-44 truncate font-medium text-ink lg:max-w-64">{eventText(event.type, t)}</span>
          <span className="max-w-44 truncate text-2xs text-ink-soft lg:max-w-64">
            <span className="font-mono">{event.type}</span>
            {areasOf(changesIn(event.details).changes, t).map((area) => ` · ${area}`)}
          </span>
        </Link>
      ),
    },
    {
      id: "actor",
      header: t("Actor"),
      cell: (event) => <ActorCell event={event} />,
      className: "hidden max-w-48 md:table-cell",
    },
    {
      id: "target",
      header: t("Target"),
      cell: (event) => <TargetCell event={event} />,
      className: "hidden max-w-48 lg:table-cell",
    },
    {
      id: "place",
      header: t("Place"),
      cell: (event) => (
        <span className="flex min-w-0 flex-col text-ink-soft">
          <span className="truncate">{placeName({ countryCode: event.countryCode }, t)}</span>
          <span className="truncate font-mono text-2xs">{event.ipAddress}</span>
        </span>
      ),
      className: "hidden max-w-44 xl:table-cell",
    },
    {
      id: "time",
      header: t("Time"),
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="whitespace-nowrap text-ink-soft" />,
    },
  ];
}
