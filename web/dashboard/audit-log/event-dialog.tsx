import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditEvent } from "../../kit";
import { placeName } from "../../react/components/place-name";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Dialog } from "../../ui/overlays/dialog";
import { linkClasses } from "../../ui/theme/class-names";
import { readableJson } from "../files/readable-json";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type Change, changesIn, valueText } from "./changes";
import { eventText } from "./event-texts";
import { PartyFacts } from "./parties";
import { auditEventOptions } from "./queries";

/** Everything that the log has of one event. */
export function EventDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const event = useQuery(auditEventOptions(app, id));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={event.data ? eventText(event.data.type, t) : t("Event")}
      actions={<Button onClick={onClose}>{t("Close")}</Button>}
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
    </Dialog>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const t = useTranslation();
  const { actor, impersonator, target, sessionId } = event;
  const { changes, others } = changesIn(event.details);
  const place = placeName({ countryCode: event.countryCode }, t);
  const facts: [string, ReactNode][] = [
    [t("Type"), <code key="type">{event.type}</code>],
    [t("Time"), event.createdAt.toLocaleString(t.language, { dateStyle: "full", timeStyle: "long" })],
    [t("Actor"), <PartyFacts key="actor" party={actor} />],
    ...(impersonator
      ? ([[t("Impersonated by"), <PartyFacts key="impersonator" party={impersonator} />]] as [string, ReactNode][])
      : []),
    ...(target ? ([[t("Target"), <PartyFacts key="target" party={target} />]] as [string, ReactNode][]) : []),
    [t("Place"), [place, event.ipAddress].filter(Boolean).join(" · ") || t("Unknown")],
    ...(sessionId ? ([[t("Session"), <code key="session">{sessionId}</code>]] as [string, ReactNode][]) : []),
    ...(event.userAgent ? ([[t("User agent"), event.userAgent]] as [string, ReactNode][]) : []),
  ];
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-col gap-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col gap-0.5 sm:flex-row sm:gap-4">
            <dt className="w-32 shrink-0 text-ink-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
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
