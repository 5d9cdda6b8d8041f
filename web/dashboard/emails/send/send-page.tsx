import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import type { EmailSend } from "../../../kit/index";
import { describeFailure } from "../../../react/errors/describe-failure";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import { configOptions } from "../../forms/config";
import { EmptyRows, Row, RowList } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { lazyNamed } from "../../shell/lazy";
import { SectionPage } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { OwnServerNeeded } from "../content/theme-choice";
import { progressOf, type SendSearch, sendStatuses } from "../email-search";
import { EmailsNavigation } from "../emails-navigation";
import { failedSendOptions, nameOfSend, sendsOptions } from "./queries";

const NewEmail = lazyNamed(() => import("./send-form"), "NewEmail");
const SendAgain = lazyNamed(() => import("./send-form"), "SendAgain");

/** Lists what the page reads first. */
export const reads: PageReads<object, Pick<SendSearch, "again">> = ({ app, search: { again } }) => [
  configOptions(app),
  templatesOptions(app),
  draftsOptions(app),
  themesOptions(app),
  sendsOptions(app),
  ...(again ? [failedSendOptions(app, again)] : []),
];

/** Makes an email to some or all users, and lists the latest ones. */
export function SendPage() {
  const t = useTranslation();
  const { again, ...search } = useSearch({ from: "/projects/$projectId/emails/send" });
  return (
    <SectionPage
      title={t("Emails")}
      tabTitle={t("Send an email")}
      description={t("Write to one user, to some or to all of them. Each gets an email of their own.")}
      reference="Emails"
    >
      <EmailsNavigation open="send" />
      <OwnServerNeeded />
      <Suspense fallback={<Skeleton className="h-136" />}>
        {again ? <SendAgain key={again} sendId={again} /> : <NewEmail key={JSON.stringify(search)} {...search} />}
      </Suspense>
      <SendsCard />
    </SectionPage>
  );
}

const snippet = `await serverApp.sendEmail({
  allUsers: true,
  subject: "What is new in October",
  html: "<p>…</p>",
  notificationCategoryName: "Marketing",
});`;

/** The latest emails to users, with how far each is. */
function SendsCard() {
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
  const drafts = useRead(draftsOptions);
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
          {nameOfSend(send, drafts, t)}
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
