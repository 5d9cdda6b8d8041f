import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import MailIcon from "lucide-react/icons/mail";
import SearchXIcon from "lucide-react/icons/search-x";
import { lazy, Suspense } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/link-classes";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { SectionHeader } from "../../shell/section-header";
import { VirtualTable } from "../../table/virtual-table";
import { useTranslation } from "../../translation/use-translation";
import { EmailsNavigation } from "../emails-navigation";
import { LogFilters } from "./log-filters";
import { foundMails, isFiltered, type LogSearch } from "./log-search";
import { MailBadge } from "./mail-badge";
import { type LoggedMail, loggedMailsOptions } from "./queries";

const MailDialog = lazy(() => import("./mail-dialog"));

const sendSnippet = `await serverApp.sendEmail({
  userIds: [user.id],
  subject: "Your order is on its way",
  html: "<p>It arrives on Friday.</p>",
});`;

/** Every attempt to deliver a mail, newest first. The filter, and the mail that is open, are part of the address. */
export function EmailLogPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/emails" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails" });
  const log = useQuery(loggedMailsOptions(app));
  const open = log.data?.find(({ id }) => id === search.mail);

  function show(changes: LogSearch) {
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  }

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Emails")}
        description={t("What the project sends to its users, how it looks, and what became of it.")}
        reference="Mails"
      />
      <EmailsNavigation open="log" />
      {log.isError ? (
        <div className="flex flex-col items-start gap-3">
          <Alert tone="danger">{describeFailure(log.error, t)}</Alert>
          <Button variant="secondary" onClick={() => log.refetch()}>
            {t("Try again")}
          </Button>
        </div>
      ) : log.isPending ? (
        <Skeleton className="h-72 rounded-card" />
      ) : log.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={<MailIcon />}
            title={t("No emails yet")}
            action={<CodeBlock title="TypeScript" code={sendSnippet} className="w-full max-w-2xl text-start" />}
          >
            {t("Mails to verify an address or to sign in appear here, and those that you send yourself:")}
          </EmptyState>
        </Card>
      ) : (
        <>
          <LogFilters search={search} onChange={show} />
          <Log mails={log.data} search={search} onClear={() => void navigate({ search: {}, replace: true })} />
        </>
      )}
      {search.mail !== undefined && log.data && (
        <Suspense>
          <MailDialog mail={open} log={log.data} onClose={() => show({ mail: undefined })} />
        </Suspense>
      )}
    </div>
  );
}

function Log({ mails, search, onClear }: { mails: readonly LoggedMail[]; search: LogSearch; onClear: () => void }) {
  const t = useTranslation();
  const found = foundMails(mails, search);
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<SearchXIcon />}
          title={t("No such emails")}
          action={
            <Button variant="secondary" onClick={onClear}>
              {t("Show all emails")}
            </Button>
          }
        >
          {t("None of the latest hundred emails is like this.")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <VirtualTable
        caption={t("Emails")}
        rows={found}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        total={found.length}
        columns={[
          {
            id: "subject",
            header: t("Subject"),
            className: "max-w-40 truncate sm:max-w-80",
            cell: ({ id, subject, to }) => (
              <span className="flex flex-col">
                <Link
                  from="/projects/$projectId/emails"
                  to="."
                  search={(search) => ({ ...search, mail: id })}
                  resetScroll={false}
                  className={`${linkClasses} truncate after:absolute after:inset-0`}
                >
                  {subject || t("No subject")}
                </Link>
                <span className="truncate text-2xs text-ink-soft sm:hidden">{to.join(", ")}</span>
              </span>
            ),
          },
          {
            id: "recipient",
            header: t("Recipient"),
            className: "hidden max-w-64 truncate text-ink-soft sm:table-cell",
            cell: ({ to }) => to.join(", "),
          },
          { id: "status", header: t("Status"), cell: ({ error }) => <MailBadge error={error} /> },
          {
            id: "time",
            header: t("Time"),
            className: "hidden text-ink-soft md:table-cell",
            cell: ({ sentAt }) => <RelativeTime at={sentAt} />,
          },
        ]}
      />
      <p className="text-sm text-ink-soft">
        {isFiltered(search)
          ? t("{count, plural, one {# of the latest emails} other {# of the latest emails}}", { count: found.length })
          : t("The latest hundred attempts to deliver an email. One that was tried again has a row for each attempt.")}
      </p>
    </div>
  );
}
