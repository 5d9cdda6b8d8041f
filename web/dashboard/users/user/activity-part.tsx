import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, useTransition } from "react";
import type { AuditEvent, AuditEventPage } from "../../../kit";
import { placeName } from "../../../react/components/place-name";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import type { AuditSearch } from "../../audit-log/audit-search";
import { eventText } from "../../audit-log/event-texts";
import { useParty } from "../../audit-log/use-party";
import { Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { activityOptions } from "./queries";

const [minLimit, maxLimit] = [50, 200];

/** Shows what the audit log has of the user: what they did, and what was done to their account. */
export default function ActivityPart({ user }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [limit, setLimit] = useState(minLimit);
  const [isPending, startTransition] = useTransition();
  const { data } = useSuspenseQuery(activityOptions(app, user, limit));
  const { events, hasMore } = latestEvents(data.caused, data.happened, limit);
  return (
    <Card title={t("Activity")} description={t("From the audit log: sign-ins, and what changed in the account.")}>
      <RowList
        label={t("Activity")}
        empty={t("The audit log has nothing of this user yet, or nothing that it still keeps.")}
      >
        {events.map((event) => (
          <EventRow key={event.id} event={event} isOwn={event.actor.id === user.id} />
        ))}
      </RowList>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
        {hasMore && limit < maxLimit && (
          <Button
            variant="secondary"
            size="small"
            isPending={isPending}
            onClick={() => startTransition(() => setLimit(limit * 2))}
          >
            {t("Show more")}
          </Button>
        )}
        <AuditLogLink filter={{ actor: user.id }}>{t("Older activity of the user")}</AuditLogLink>
        <AuditLogLink filter={{ target: user.id }}>{t("Older changes of the account")}</AuditLogLink>
      </div>
    </Card>
  );
}

/** Opens the audit log with what the user did, or with what was done to their account. */
function AuditLogLink({ filter, children }: { filter: AuditSearch; children: string }) {
  return (
    <Link
      from="/projects/$projectId/users/$userId"
      to="/projects/$projectId/audit-log"
      search={filter}
      className={linkClasses}
    >
      {children}
    </Link>
  );
}

function EventRow({ event, isOwn }: { event: AuditEvent; isOwn: boolean }) {
  const t = useTranslation();
  const place = placeName({ countryCode: event.countryCode }, t);
  const { name } = useParty(event.actor);
  return (
    <Row
      title={eventText(event.type, t)}
      badges={
        <>
          {event.impersonator && <Badge tone="warning">{t("Impersonation")}</Badge>}
          {!isOwn && event.actor.type !== "system" && (
            <Badge>
              <span className="max-w-44 truncate" title={name}>
                {name ?? t("By the project")}
              </span>
            </Badge>
          )}
        </>
      }
      detail={
        <>
          <RelativeTime at={event.createdAt} />
          {[place, event.ipAddress].filter(Boolean).map((text) => ` · ${text}`)}
        </>
      }
    />
  );
}

/** The newest `limit` events of two lists that each have their newest ones, without repetition, and whether there are more. */
export function latestEvents(one: AuditEventPage, other: AuditEventPage, limit: number) {
  const events = new Map([...one, ...other].map((event) => [event.id, event]));
  // The ids are UUIDs of version 7: they sort by time.
  const sorted = [...events.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const hasMore = sorted.length > limit || one.nextCursor !== null || other.nextCursor !== null;
  return { events: sorted.slice(0, limit), hasMore };
}
