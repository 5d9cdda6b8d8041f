import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import MailXIcon from "lucide-react/icons/mail-x";
import { useState } from "react";
import type { EmailSend } from "../../../kit";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { EmptyState } from "../../../ui/layout/empty-state";
import { RelativeTime } from "../../../ui/text/relative-time";
import { kitCode } from "../../code/written-code";
import { useDone } from "../../forms/use-done";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { BackLink, SectionHeader } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { cancelSendOptions, lookAgainMillis, recipientsOptions, sendOptions } from "./queries";
import { progressOf, type RecipientStatus, recipientStatuses, sendStatuses } from "./recipient-status";
import { RecipientsCard } from "./recipients-card";

/** Lists what the page reads first. */
export const reads: PageReads<{ sendId: string }> = ({ app, params: { sendId } }) => [
  sendOptions(app, sendId),
  recipientsOptions(app, sendId, undefined),
];

/** Shows how far an email to users is, and what became of it for each of them. */
export function SentPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
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
    <div className="flex flex-col gap-6">
      <SectionHeader
        above={
          <BackLink to="/projects/$projectId/emails/send" params={{ projectId }} search={{}}>
            {t("Send an email")}
          </BackLink>
        }
        title={send.subject || t("No subject")}
        tabTitle={t("Sent email")}
        description={t.rich("Begun <time></time>", { time: () => <RelativeTime at={send.createdAt} /> })}
        reference="Emails"
        actions={<SendActions send={send} />}
      />
      <Progress send={send} />
      <RecipientsCard send={send} />
    </div>
  );
}

function SendActions({ send }: { send: EmailSend }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const done = useDone();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: cancel } = useMutation(cancelSendOptions(app));
  return (
    <>
      {send.status === "sending" && (
        <Button variant="danger" onClick={() => setIsAsking(true)}>
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
      {isAsking && (
        <ConfirmMutation
          isOpen
          onOpenChange={setIsAsking}
          title={t("Cancel sending?")}
          description={t("Nothing more goes out. What has gone out cannot be taken back.")}
          confirmLabel={t("Cancel sending")}
          dismissLabel={t("Go on sending")}
          mutationFn={async () => {
            await cancel(send);
            done({
              message: t("Sending is cancelled."),
              title: t("Cancel sending"),
              code: kitCode([], "adminApp.cancelEmailSend", send.id),
            });
          }}
        />
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
