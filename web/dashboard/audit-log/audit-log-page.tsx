import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import ScrollTextIcon from "lucide-react/icons/scroll-text";
import { type ReactNode, Suspense, useState } from "react";
import type { AuditEvent, AuditEventPage } from "../../kit/index";
import type { Json } from "../../kit/requests/json";
import { placeName } from "../../react/components/session-texts";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { Modal } from "../dialogs/modal";
import { readableJson } from "../files/readable-json";
import { configOptions } from "../forms/config";
import { SettingsCard } from "../forms/config-form";
import { EmptyList } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { PagedTable } from "../table/paged-table";
import type { VirtualColumn } from "../table/virtual-table";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { AuditFilters } from "./audit-filters";
import { type AuditSearch, isFiltered } from "./audit-search";
import { eventText } from "./event-texts";
import { PartyCell, PartyFacts } from "./parties";
import { auditEventOptions, auditEventsOptions } from "./queries";

const ExportDialog = lazyDialog(() => import("./export-dialog"), "ExportEventsDialog");

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
  const { app } = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/audit-log" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit-log" });
  const query = useInfiniteQuery(auditEventsOptions(app, search));
  const [isExporting, setIsExporting] = useState(false);
  return (
    <SectionPage
      title={t("Audit log")}
      description={t("Sign-ins, and every change of users, settings and keys: what was done, by whom and from where.")}
      reference="Audit log"
      actions={
        <Button variant="secondary" onClick={() => setIsExporting(true)}>
          {t("Export")}
        </Button>
      }
    >
      <AuditFilters />
      <PagedTable
        list={query}
        caption={t("Audit log")}
        rowsOf={eventsOf}
        columnsOf={columnsOf}
        rowId={({ id }) => id}
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
      {search.event !== undefined && (
        <EventDialog
          id={search.event}
          onClose={() => void navigate({ search: ({ event: _event, ...rest }) => rest, resetScroll: false })}
        />
      )}
      {isExporting && <ExportDialog search={search} onClose={() => setIsExporting(false)} />}
    </SectionPage>
  );
}

const eventsOf = (page: AuditEventPage) => page;

/** Shows for how long events are kept. Below the events, once they are there: it would be moved by them. */
function Retention() {
  const t = useTranslation();
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
      <SettingsCard
        title={t("Retention")}
        description={t(
          "Older events are deleted for good: export what you have to keep for longer. Events that are recorded already keep their time.",
        )}
        settings={[
          {
            kind: "number",
            path: "audit.retentionDays",
            seen: { reference: "Audit log" },
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
      cell: ({ actor, impersonator }) => <PartyCell party={actor} impersonator={impersonator} />,
      className: "hidden max-w-48 md:table-cell",
    },
    {
      id: "target",
      header: t("Target"),
      cell: ({ target }) => target && <PartyCell party={target} />,
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

/** Everything that the log has of one event. */
export function EventDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const event = useQuery(auditEventOptions(app, id));
  return (
    <Modal
      title={event.data ? eventText(event.data.type, t) : t("Event")}
      actions={<Button onClick={onClose}>{t("Close")}</Button>}
      onClose={onClose}
    >
      {event.isError ? (
        <Alert tone="danger">{describeFailure(event.error, t)}</Alert>
      ) : event.data ? (
        <EventFacts event={event.data} />
      ) : event.isPending ? (
        <Skeleton className="h-60" />
      ) : (
        <Alert>{t("The log does not have this event, or no longer.")}</Alert>
      )}
    </Modal>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const t = useTranslation();
  const { actor, impersonator, target, sessionId } = event;
  const { changes, others } = changesIn(event.details);
  const place = placeName({ countryCode: event.countryCode }, t);
  const facts: { name: string; value: ReactNode }[] = [
    { name: t("Type"), value: <code>{event.type}</code> },
    { name: t("Time"), value: event.createdAt.toLocaleString(t.language, { dateStyle: "full", timeStyle: "long" }) },
    { name: t("Actor"), value: <PartyFacts party={actor} /> },
    { name: t("Impersonated by"), value: impersonator && <PartyFacts party={impersonator} /> },
    { name: t("Target"), value: target && <PartyFacts party={target} /> },
    { name: t("Place"), value: [place, event.ipAddress].filter(Boolean).join(" · ") || t("Unknown") },
    { name: t("Session"), value: sessionId && <code>{sessionId}</code> },
    { name: t("User agent"), value: event.userAgent },
  ];
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-col gap-3 text-sm">
        {facts.map(
          ({ name, value }) =>
            value && (
              <div key={name} className="flex flex-col gap-0.5 sm:flex-row sm:gap-4">
                <dt className="w-32 shrink-0 text-ink-soft">{name}</dt>
                <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {changes.length > 0 && <ChangesList changes={changes} />}
      {Object.keys(others).length > 0 && <CodeBlock title={t("Details")} code={readableJson(others)} />}
      <p className="flex flex-wrap gap-4 text-sm">
        {actor.id !== null && <SameFilter filter={{ actor: actor.id }}>{t("All events of this actor")}</SameFilter>}
        {target?.id != null && <SameFilter filter={{ target: target.id }}>{t("All events of this target")}</SameFilter>}
      </p>
    </div>
  );
}

function SameFilter({ filter, children }: { filter: { actor: string } | { target: string }; children: ReactNode }) {
  return (
    <Link from="/projects/$projectId/audit-log" to="." search={filter} className={linkClasses}>
      {children}
    </Link>
  );
}

/** Each setting that was changed, before and after. */
function ChangesList({ changes }: { changes: readonly Change[] }) {
  const t = useTranslation();
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">{t("Changes")}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {changes.map((change) => (
          <li key={change.key} className="flex flex-col gap-2 p-3">
            <code className="font-mono text-xs wrap-anywhere text-ink">{change.key}</code>
            {"secret" in change ? (
              <p className="text-sm text-ink-soft">{t("A secret, whose values are not recorded.")}</p>
            ) : (
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
                <Value name={t("Before")} text={valueText(change.before)} />
                <Value name={t("After")} text={valueText(change.after)} />
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  const t = useTranslation();
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-mono text-xs/5 whitespace-pre-wrap wrap-anywhere text-ink">
        {text || <span className="font-sans text-ink-soft">{t("Nothing")}</span>}
      </dd>
    </>
  );
}

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
