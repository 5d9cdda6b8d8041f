import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EmailSend } from "../../../kit";
import { describeFailure } from "../../../react/errors/describe-failure";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/link-classes";
import { EmptyRows, Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { sendsOptions } from "./queries";
import { progressOf, sendStatuses } from "./recipient-status";

const snippet = `await serverApp.sendEmail({
  allUsers: true,
  subject: "What is new in October",
  html: "<p>…</p>",
  notificationCategoryName: "Marketing",
});`;

/** The latest mails to users, with how far each is. */
export function SendsCard() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const sends = useQuery(sendsOptions(app));
  return (
    <Card
      title={t("Sent lately")}
      description={t("The latest hundred emails of your own, by hand or by your backend.")}
    >
      {sends.isError ? (
        <Alert tone="danger">{describeFailure(sends.error, t)}</Alert>
      ) : sends.isPending ? (
        <Skeleton className="h-24" />
      ) : sends.data.length === 0 ? (
        <EmptyRows>
          {t("Nothing was sent yet. Your backend sends emails by the kit:")}
          <CodeBlock title="TypeScript" code={snippet} />
        </EmptyRows>
      ) : (
        <RowList label={t("Sent lately")}>
          {sends.data.map((send) => (
            <SendRow key={send.id} send={send} />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function SendRow({ send }: { send: EmailSend }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { total } = progressOf(send);
  const { label, tone } = sendStatuses[send.status];
  return (
    <Row
      title={
        <Link
          to="/projects/$projectId/emails/sends/$sendId"
          params={{ projectId, sendId: send.id }}
          search={{}}
          className={`${linkClasses} wrap-anywhere`}
        >
          {send.subject || t("No subject")}
        </Link>
      }
      badges={<Badge tone={tone}>{t(label)}</Badge>}
      detail={
        <>
          <RelativeTime at={send.createdAt} /> ·{" "}
          {t("{sent} of {total, plural, one {# user} other {# users}}", {
            sent: send.counts.sent.toLocaleString(t.language),
            total,
          })}
          {send.counts.failed > 0 && ` · ${t("{count} failed", { count: send.counts.failed })}`}
        </>
      }
    />
  );
}
