import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import MailXIcon from "lucide-react/icons/mail-x";
import { useEffect, useRef } from "react";
import type { EmailRecipient, EmailSend } from "../../../kit/index";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { EmptyState } from "../../../ui/layout/empty-state";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import { useDone } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useAsk } from "../../dialogs/modal";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { BackLink, SectionPage } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { PagedTable } from "../../table/paged-table";
import type { VirtualColumn } from "../../table/virtual-table";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { draftsOptions } from "../content/queries";
import { progressOf, type RecipientStatus, recipientStatuses, sendStatuses, skipReasons } from "../email-search";
import { lookAgainMillis, nameOfSend, recipientsOptions, sendOptions } from "./queries";

/** Lists what the page reads first. */
export const reads: PageReads<{ sendId: string }> = ({ app, params: { sendId } }) => [
  draftsOptions(app),
  sendOptions(app, sendId),
  recipientsOptions(app, sendId, undefined),
];

/** Shows how far an email to users is, and what became of it for each of them. */
export function SentPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const drafts = useRead(draftsOptions);
  const { projectId, sendId } = useParams({ from: "/projects/$projectId/emails/sends/$sendId" });
  const { data: send } = useSuspenseQuery({
    ...sendOptions(app, sendId),
    refetchInterval: ({ state }) => state.data?.status === "sending" && lookAgainMillis,
  });
  if (!send) {
    return (
      <EmptyState
        isPage
        icon={<MailXIcon />}
        title={t("Email not found")}
        action={
          <Link to="/projects/$projectId/emails/send" params={{ projectId }} search={{}} className={buttonClasses()}>
            {t("All sent emails")}
          </Link>
        }
      >
        {t("It was never sent, or by another project.")}
      </EmptyState>
    );
  }
  return (
    <SectionPage
      above={
        <BackLink to="/projects/$projectId/emails/send" params={{ projectId }} search={{}}>
          {t("Send an email")}
        </BackLink>
      }
      title={nameOfSend(send, drafts, t)}
      tabTitle={t("Sent email")}
      description={t.rich("To {count, plural, one {# user} other {# users}}, begun <time></time>", {
        count: progressOf(send).total,
        time: () => <RelativeTime at={send.createdAt} />,
      })}
      reference="Emails"
      actions={<SendActions send={send} />}
    >
      <Progress send={send} />
      <RecipientsCard send={send} />
    </SectionPage>
  );
}

function SendActions({ send }: { send: EmailSend }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const done = useDone();
  const ask = useAsk();
  const askToCancel = () =>
    ask({
      title: t("Cancel sending?"),
      description: t("Nothing more goes out. What has gone out cannot be taken back."),
      confirmLabel: t("Cancel sending"),
      dismissLabel: t("Go on sending"),
      mutationFn: async () => {
        await app.cancelEmailSend(send.id);
        done({
          message: t("Sending is cancelled."),
          title: t("Cancel sending"),
          code: kitCode([], "adminApp.cancelEmailSend", send.id),
        });
      },
    });
  return (
    <>
      {send.status === "sending" && (
        <Button variant="danger" onClick={askToCancel}>
          {t("Cancel sending")}
        </Button>
      )}
      {send.status !== "sending" && send.counts.failed > 0 && (
        <Link
          to="/projects/$projectId/emails/send"
          params={{ projectId }}
          search={{ again: send.id }}
          className={buttonClasses()}
        >
          {t("Send again to those who failed")}
        </Link>
      )}
    </>
  );
}

function Progress({ send }: { send: EmailSend }) {
  const t = useTranslation();
  const { total, over } = progressOf(send);
  const { label, tone } = sendStatuses[send.status];
  const counts = (Object.keys(recipientStatuses) as RecipientStatus[]).filter((status) => send.counts[status] > 0);
  return (
    <section
      aria-label={t("Progress")}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-xs sm:px-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={tone}>{t(label)}</Badge>
        <span role="status" className="text-sm text-ink-soft tabular-nums">
          {t("{over} of {total, plural, one {# user} other {# users}} done", {
            over: over.toLocaleString(t.language),
            total,
          })}
          {!send.isAddressed && ` · ${t("More users are being added")}`}
        </span>
      </div>
      <progress
        aria-label={t("Progress")}
        value={over}
        max={Math.max(total, 1)}
        className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {counts.map((status) => (
          <div key={status} className="flex flex-col gap-0.5">
            <dt className="text-2xs text-ink-soft">{t(recipientStatuses[status].label)}</dt>
            <dd className="text-xl font-semibold text-ink tabular-nums">
              {send.counts[status].toLocaleString(t.language)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Shows what became of an email for each user to whom it goes. The status that is shown is part of the address. */
export function RecipientsCard({ send }: { send: EmailSend }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { status } = useSearch({ from: "/projects/$projectId/emails/sends/$sendId" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails/sends/$sendId" });
  const isGoingOut = send.status === "sending";
  const query = useInfiniteQuery({
    ...recipientsOptions(app, send.id, status),
    refetchInterval: isGoingOut && lookAgainMillis,
  });
  const wasGoingOut = useRef(isGoingOut);
  const { refetch } = query;
  useEffect(() => {
    // Reads what the last look has missed.
    if (wasGoingOut.current && !isGoingOut) void refetch();
    wasGoingOut.current = isGoingOut;
  }, [isGoingOut, refetch]);
  const statuses = [
    { value: "all", label: t("Every status") },
    ...Object.entries(recipientStatuses).map(([value, { label }]) => ({ value, label: t(label) })),
  ];
  return (
    <section aria-label={t("Recipients")} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold tracking-tight text-ink">{t("Recipients")}</h2>
        <div className="w-44">
          <Select
            label={t("Status")}
            isLabelHidden
            options={statuses}
            value={status ?? "all"}
            onValueChange={(chosen) =>
              void navigate({
                search: chosen === "all" ? {} : { status: chosen as RecipientStatus },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
      </div>
      <PagedTable
        list={query}
        caption={t("Recipients")}
        rowsOf={recipientsOf}
        columnsOf={columnsOf}
        rowId={({ userId }) => userId}
        empty={<p className="text-sm text-ink-soft">{t("There are no such recipients.")}</p>}
      />
    </section>
  );
}

const recipientsOf = (page: readonly EmailRecipient[]) => page;

function columnsOf(t: Translate): VirtualColumn<EmailRecipient>[] {
  return [
    {
      id: "user",
      header: t("User"),
      className: "max-w-72 truncate",
      cell: (recipient) => <UserLink recipient={recipient} />,
    },
    {
      id: "status",
      header: t("Status"),
      cell: ({ status }) => <Badge tone={recipientStatuses[status].tone}>{t(recipientStatuses[status].label)}</Badge>,
    },
    {
      id: "why",
      header: t("Why"),
      className: "max-w-96 truncate text-ink-soft",
      cell: (recipient) => <Reason recipient={recipient} />,
    },
  ];
}

function Reason({ recipient: { skipReason, error } }: { recipient: EmailRecipient }) {
  const t = useTranslation();
  if (skipReason) return t(skipReasons[skipReason]);
  if (error) return <span title={error.rawError}>{error.message.split("\n")[0]}</span>;
  return null;
}

function nameOf({ userDisplayName, userPrimaryEmail }: EmailRecipient): string | null {
  return userDisplayName ?? userPrimaryEmail;
}

/** Leads to the user, whom nothing may name, also because they were deleted. */
function UserLink({ recipient }: { recipient: EmailRecipient }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { userId } = recipient;
  return (
    <Link
      to="/projects/$projectId/users/$userId"
      params={{ projectId, userId }}
      search={{ part: "history" }}
      title={userId}
      className={linkClasses}
    >
      {nameOf(recipient) ?? t("User without a name")}
    </Link>
  );
}
