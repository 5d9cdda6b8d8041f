import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import type { EmailRecipient, EmailSend } from "../../../kit";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { linkClasses } from "../../../ui/theme/class-names";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { usePagedRows } from "../../table/paged-rows";
import { PagedTable } from "../../table/paged-table";
import type { VirtualColumn } from "../../table/virtual-table";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { lookAgainMillis, recipientsOptions } from "./queries";
import { type RecipientStatus, recipientStatuses, skipReasons } from "./recipient-status";

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
  const rows = usePagedRows(query.data?.pages, recipientsOf);
  const columns = useMemo(() => columnsOf(t), [t]);
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
        rows={rows}
        rowId={({ userId }) => userId}
        rowName={(recipient) => nameOf(recipient) ?? recipient.userId}
        columns={columns}
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

/** Leads to the user: by the short id where nothing else names them, or they were deleted. */
function UserLink({ recipient }: { recipient: EmailRecipient }) {
  const { id: projectId } = useOwnedProject();
  const { userId } = recipient;
  const name = nameOf(recipient);
  return (
    <Link
      to="/projects/$projectId/users/$userId"
      params={{ projectId, userId }}
      search={{ part: "mails" }}
      className={name === null ? `${linkClasses} font-mono` : linkClasses}
    >
      {name ?? userId.slice(0, 8)}
    </Link>
  );
}
