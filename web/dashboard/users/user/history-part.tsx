import { Link } from "@tanstack/react-router";
import { type ReactNode, useState, useTransition } from "react";
import type { AuditEvent, AuditEventPage, NotificationCategory, ServerUser } from "../../../kit/index";
import { placeName } from "../../../react/components/session-texts";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Switch } from "../../../ui/forms/switch";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import type { AuditSearch } from "../../audit-log/audit-search";
import { eventText } from "../../audit-log/event-texts";
import { useParty } from "../../audit-log/queries";
import { EmailBadge } from "../../emails/email-parts";
import type { LoggedEmail } from "../../emails/log/queries";
import { ListCard, type ListedRow } from "../../lists/list-end";
import { useRead } from "../../projects/use-owned-projects";
import { type Translate, useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { activityOptions, emailsOptions, notificationsOptions, useUserWrites } from "./queries";

const [minLimit, maxLimit] = [50, 200];

/** Shows what happened with the user, and what was emailed to them. */
export function HistoryPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ActivityCard {...props} />
      <EmailsCard {...props} />
      <NotificationsCard user={props.user} />
    </div>
  );
}

/** Shows what the audit log has of the user: what they did, and what was done to their account. */
function ActivityCard({ user }: PartProps) {
  const t = useTranslation();
  const [limit, setLimit] = useState(minLimit);
  const [isPending, startTransition] = useTransition();
  const data = useRead(activityOptions, user, limit);
  const { events, hasMore } = latestEvents(data.caused, data.happened, limit);
  return (
    <ListCard
      title={t("Activity")}
      description={t("From the audit log: sign-ins, and what changed in the account.")}
      empty={t("The audit log has nothing of this user yet, or nothing that it still keeps.")}
      rows={events.map((event) => ({
        id: event.id,
        title: eventText(event.type, t),
        badges: (
          <>
            {event.impersonator && <Badge tone="warning">{t("Impersonation")}</Badge>}
            {event.actor.id !== user.id && event.actor.type !== "system" && <ActorBadge event={event} />}
          </>
        ),
        detail: <EventPlace event={event} />,
      }))}
    >
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
    </ListCard>
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

function ActorBadge({ event: { actor } }: { event: AuditEvent }) {
  const t = useTranslation();
  const shown = useParty(actor).name ?? t("By the project");
  return (
    <Badge>
      <span className="max-w-44 truncate" title={shown}>
        {shown}
      </span>
    </Badge>
  );
}

/** Shows when an event was, and from where. */
export function EventPlace({ event }: { event: AuditEvent }) {
  const t = useTranslation();
  const place = placeName({ countryCode: event.countryCode }, t);
  return (
    <>
      <RelativeTime at={event.createdAt} />
      {[place, event.ipAddress].filter(Boolean).map((text) => ` · ${text}`)}
    </>
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

const sending = `await serverApp.sendEmail({
  userIds: [user.id],
  subject: "Your order is on its way",
  html: "<p>It arrives on Friday.</p>",
});`;

/** Shows which emails were sent to the user. */
function EmailsCard({ channels }: PartProps) {
  const t = useTranslation();
  const addresses = channels.map(({ value }) => value);
  const data = useRead(emailsOptions, addresses);
  return (
    <ListCard
      title={t("Emails received")}
      description={t("The latest emails to the user’s addresses, newest first.")}
      empty={
        addresses.length === 0 ? (
          t("The user has no email address to which emails could be sent.")
        ) : (
          <>
            <p>{t("No email was sent to this user yet. Send one in the section “Emails”, or in code:")}</p>
            <CodeBlock title="server.ts" code={sending} />
          </>
        )
      }
      rows={data.emails.map((email) =>
        emailRow(
          email,
          t,
          email.error && <span className="block text-danger">{email.error.message.split("\n")[0]}</span>,
        ),
      )}
    >
      {data.addressesWithMore.length > 0 && (
        <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-3 text-sm">
          {data.addressesWithMore.map((address) => (
            <li key={address}>
              <Link
                from="/projects/$projectId/users/$userId"
                to="/projects/$projectId/emails"
                search={{ to: address }}
                className={`${linkClasses} wrap-anywhere`}
              >
                {t("All emails to {email}", { email: address })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  );
}

/** An attempt to deliver an email, which leads to what it said. */
export function emailRow(
  { id, subject, to, sent_at_millis, error }: LoggedEmail,
  t: Translate,
  below?: ReactNode,
): ListedRow {
  const address = to[0];
  return {
    id,
    title: (
      <Link
        from="/projects/$projectId/users/$userId"
        to="/projects/$projectId/emails"
        search={{ to: address, mail: id }}
        className={`${linkClasses} wrap-anywhere`}
      >
        {subject || t("No subject")}
      </Link>
    ),
    badges: <EmailBadge error={error} />,
    detail: (
      <>
        {address} · <RelativeTime at={new Date(sent_at_millis)} />
        {below}
      </>
    ),
  };
}

function NotificationsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const categories = useRead(notificationsOptions, user);
  const { attempt } = useUserWrites(user);
  const change = (category: NotificationCategory, enabled: boolean) =>
    attempt({
      before: [
        `const category = (await user.listNotificationCategories()).find(({ id }) => id === ${JSON.stringify(category.id)});`,
      ],
      call: ["category.setEnabled", enabled],
      run: () => category.setEnabled(enabled),
    });
  return (
    <Card title={t("Notifications")} description={t("Which kinds of emails the user gets.")}>
      <div className="flex flex-col gap-5">
        {categories.map((category) => (
          <Switch
            key={category.id}
            label={category.name}
            hint={category.canDisable ? undefined : t("Every user gets these.")}
            disabled={!category.canDisable}
            isOn={category.enabled}
            onSwitch={(enabled) => void change(category, enabled)}
          />
        ))}
      </div>
    </Card>
  );
}
