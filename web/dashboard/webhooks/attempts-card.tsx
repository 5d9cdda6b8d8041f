import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/link-classes";
import { EmptyRows, Row, RowList } from "../lists/row-list";
import { useOwnedProject } from "../projects/use-owned-projects";
import { ListEnd } from "../table/list-end";
import { useTranslation } from "../translation/use-translation";
import { AttemptBadge } from "./attempt-badge";
import { AttemptDialog } from "./attempt-dialog";
import { attemptsOptions } from "./queries";
import { RecoverDialog } from "./recover-dialog";
import { type AttemptStatus, attemptStatuses } from "./webhook-search";
import type { Attempt, Endpoint } from "./webhooks-api";

/** What was sent to the endpoint when, and what it responded, newest first. */
export function AttemptsCard({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { status, attempt: open } = useSearch({ from: "/projects/$projectId/webhooks/$endpointId" });
  const navigate = useNavigate({ from: "/projects/$projectId/webhooks/$endpointId" });
  const query = useInfiniteQuery(attemptsOptions(app, endpoint.id, status));
  const [isRecovering, setIsRecovering] = useState(false);
  const attempts = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [messageId, attemptId] = open?.split(".") ?? [];
  const statuses = Object.keys(attemptStatuses) as AttemptStatus[];
  return (
    <Card
      title={t("Attempts")}
      description={t("Events that are not accepted are sent again ten times over three days.")}
      actions={
        <Button variant="secondary" size="small" disabled={endpoint.disabled} onClick={() => setIsRecovering(true)}>
          {t("Resend failed events")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-44">
            <Select
              label={t("Result")}
              options={[
                { value: "all", label: t("All") },
                ...statuses.map((value) => ({ value, label: t(attemptStatuses[value]) })),
              ]}
              value={status ?? "all"}
              onValueChange={(chosen) =>
                void navigate({
                  search: { status: statuses.find((each) => each === chosen) },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </div>
          <Button variant="ghost" onClick={() => query.refetch()}>
            {t("Refresh")}
          </Button>
        </div>
        {query.isPending ? (
          <Skeleton className="h-40" />
        ) : query.isError && attempts.length === 0 ? (
          <Alert tone="danger">{describeFailure(query.error, t)}</Alert>
        ) : attempts.length === 0 ? (
          <EmptyRows>
            {status ? t("No attempt has ended like this.") : t("Nothing was sent yet. Send a test event to try it.")}
          </EmptyRows>
        ) : (
          <>
            <RowList label={t("Attempts")}>
              {attempts.map((attempt) => (
                <AttemptRow key={attempt.id} attempt={attempt} />
              ))}
            </RowList>
            <ListEnd query={query} />
          </>
        )}
      </div>
      {messageId !== undefined && attemptId !== undefined && (
        <AttemptDialog
          endpoint={endpoint}
          messageId={messageId}
          attemptId={attemptId}
          onClose={() => void navigate({ search: ({ attempt: _open, ...search }) => search, resetScroll: false })}
        />
      )}
      {isRecovering && <RecoverDialog endpoint={endpoint} onClose={() => setIsRecovering(false)} />}
    </Card>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const t = useTranslation();
  return (
    <Row
      title={
        <Link
          from="/projects/$projectId/webhooks/$endpointId"
          to="."
          search={(search) => ({ ...search, attempt: `${attempt.msgId}.${attempt.id}` })}
          resetScroll={false}
          className={`${linkClasses} font-mono`}
        >
          {attempt.msg?.eventType ?? attempt.msgId}
        </Link>
      }
      badges={<AttemptBadge attempt={attempt} />}
      detail={
        <>
          <RelativeTime at={new Date(attempt.timestamp)} /> · {t("{count} ms", { count: attempt.responseDurationMs })}
          {attempt.triggerType === 1 && ` · ${t("Sent by hand")}`}
        </>
      }
    />
  );
}
