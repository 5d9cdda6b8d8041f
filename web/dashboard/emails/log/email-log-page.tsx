import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import MailIcon from "lucide-react/icons/mail";
import { SearchField } from "../../../ui/forms/search-field";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import { EmptyList, NothingFound } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { SectionPage } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { PagedTable } from "../../table/paged-table";
import type { VirtualColumn } from "../../table/virtual-table";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { EmailBadge } from "../email-parts";
import { type EmailKind, emailKinds, isFiltered, type LogSearch } from "../email-search";
import { EmailsNavigation } from "../emails-navigation";
import { type LoggedEmail, loggedEmailsOptions } from "./queries";

const EmailDialog = lazyDialog(() => import("./email-dialog"), "EmailDialog");

const sendSnippet = `await serverApp.sendEmail({
  userIds: [user.id],
  subject: "Your order is on its way",
  html: "<p>It arrives on Friday.</p>",
});`;

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [loggedEmailsOptions(app, {})];

/** Every attempt to deliver an email, newest first. The filter, and the email that is open, are part of the address. */
export function EmailLogPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/emails" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails" });
  // What was shown stays until what a new filter finds is there.
  const log = useInfiniteQuery({ ...loggedEmailsOptions(app, search), placeholderData: keepPreviousData });
  const hasSome = log.data?.pages.some(({ items }) => items.length > 0);
  const hasNone = log.isSuccess && !log.isPlaceholderData && !hasSome && !isFiltered(search);

  function show(changes: LogSearch) {
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true, resetScroll: false });
  }

  return (
    <SectionPage
      title={t("Emails")}
      description={t("What the project sends to its users, how it looks, and what became of it.")}
      reference="Emails"
    >
      <EmailsNavigation open="log" />
      {(isFiltered(search) || (log.data && !hasNone)) && <LogFilters search={search} onChange={show} />}
      <PagedTable
        list={log}
        caption={t("Emails")}
        rowsOf={emailsOf}
        columnsOf={columnsOf}
        rowId={({ id }) => id}
        empty={
          isFiltered(search) ? (
            <NothingFound
              title={t("No such emails")}
              showLabel={t("Show all emails")}
              onShow={() => void navigate({ search: {}, replace: true })}
            >
              {t("No email in the log fits the filters. An address has to be given in full.")}
            </NothingFound>
          ) : (
            <EmptyList icon={<MailIcon />} title={t("No emails yet")} code={sendSnippet}>
              {t("Emails to verify an address or to sign in appear here, and those that you send yourself:")}
            </EmptyList>
          )
        }
      />
      {hasSome && (
        <p className="text-sm text-ink-soft">{t("An email that was tried again has a row for each attempt.")}</p>
      )}
      {search.mail !== undefined && (
        <EmailDialog key={search.mail} id={search.mail} onClose={() => show({ mail: undefined })} />
      )}
    </SectionPage>
  );
}

const emailsOf = ({ items }: { items: readonly LoggedEmail[] }) => items;

function columnsOf(t: Translate): VirtualColumn<LoggedEmail>[] {
  return [
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
    {
      id: "kind",
      header: t("Kind"),
      className: "hidden max-w-48 truncate text-ink-soft lg:table-cell",
      cell: ({ kind }) => kind && t(emailKinds[kind]),
    },
    { id: "status", header: t("Status"), cell: ({ error }) => <EmailBadge error={error} /> },
    {
      id: "time",
      header: t("Time"),
      className: "hidden text-ink-soft md:table-cell",
      cell: ({ sent_at_millis }) => <RelativeTime at={new Date(sent_at_millis)} />,
    },
  ];
}

/** Shows what the log is filtered by. */
function LogFilters({ search, onChange }: { search: LogSearch; onChange: (changes: LogSearch) => void }) {
  const t = useTranslation();
  const statuses = [
    { value: "all", label: t("Every status") },
    { value: "delivered", label: t("Delivered") },
    { value: "failed", label: t("Not delivered") },
  ] as const;
  const kinds: { value: EmailKind | "all"; label: string }[] = [
    { value: "all", label: t("Every kind") },
    ...(Object.keys(emailKinds) as EmailKind[]).map((value) => ({ value, label: t(emailKinds[value]) })),
  ];
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_10rem_13rem_9rem_9rem] lg:items-end">
      <SearchField
        label={t("Recipient's email address")}
        value={search.to ?? ""}
        onSearch={(to) => onChange({ to: to.trim() || undefined })}
        className="col-span-2 lg:col-span-1"
      />
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t("Status")}
          isLabelHidden
          options={statuses}
          value={search.status ?? "all"}
          onValueChange={(status) => onChange({ status: status === "all" ? undefined : status })}
        />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t("Kind")}
          isLabelHidden
          options={kinds}
          value={search.kind ?? "all"}
          onValueChange={(kind) => onChange({ kind: kind === "all" ? undefined : kind })}
        />
      </div>
      <TextField
        label={t("From")}
        type="date"
        value={search.from ?? ""}
        max={search.until}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <TextField
        label={t("Until")}
        type="date"
        value={search.until ?? ""}
        min={search.from}
        onChange={({ target }) => onChange({ until: target.value || undefined })}
      />
    </search>
  );
}
