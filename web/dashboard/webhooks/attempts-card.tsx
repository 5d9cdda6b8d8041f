import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { ListEnd } from "../lists/list-end";
import { EmptyRows, Row, RowList } from "../lists/row-list";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { AttemptBadge } from "./attempt-badge";
import { AttemptDialog } from "./attempt-dialog";
import { attemptsOptions, eventTypesOptions, readWebhooksAgain, statsOptions } from "./queries";
import { ResendDialog } from "./resend-dialog";
import { type AttemptStatus, attemptStatuses, type EndpointSearch, parseEndpointSearch } from "./webhook-search";
import type { Attempt, Endpoint } from "./webhooks-api";

/** Shows what was sent to the endpoint when, and what it responded, newest first. */
export function AttemptsCard({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { status, type, attempt: open, resend } = useSearch({ from: "/projects/$projectId/webhooks/$endpointId" });
  const navigate = useNavigate({ from: "/projects/$projectId/webhooks/$endpointId" });
  const query = useInfiniteQuery(
    attemptsOptions(app, endpoint.id, { ...(status && { status }), ...(type && { type }) }),
  );
  const queryClient = useQueryClient();
  useRefetchWithStats(endpoint, query.refetch);
  const { data: known = [] } = useQuery(eventTypesOptions(app));
  const attempts = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [messageId, attemptId] = open?.split(".") ?? [];
  // The one of the address is a choice also while the types are still to be read.
  const types = [...new Set([...known.map(({ name }) => name), ...(type ? [type] : [])])];
  const change = (changes: { [Name in keyof EndpointSearch]: EndpointSearch[Name] | undefined }, replace = false) =>
    void navigate({ search: (search) => parseEndpointSearch({ ...search, ...changes }), replace, resetScroll: false });
  const statuses = Object.keys(attemptStatuses) as AttemptStatus[];
  return (
    <Card
      title={t("Attempts")}
      description={t("Events that are not accepted are sent up to ten times over three days.")}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            disabled={endpoint.disabled}
            onClick={() => change({ resend: "failed" })}
          >
            {t("Resend failed events")}
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={endpoint.disabled}
            onClick={() => change({ resend: "missing" })}
          >
            {t("Send missing events")}
          </Button>
        </div>
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
              onValueChange={(chosen) => change({ status: statuses.find((each) => each === chosen) }, true)}
            />
          </div>
          <div className="w-64">
            <Select
              label={t("Event")}
              options={[{ value: "all", label: t("All") }, ...types.map((name) => ({ value: name, label: name }))]}
              value={type ?? "all"}
              onValueChange={(chosen) => change({ type: types.find((each) => each === chosen) }, true)}
            />
          </div>
          <Button variant="ghost" onClick={() => readWebhooksAgain(app, queryClient)}>
            {t("Refresh")}
          </Button>
        </div>
        {query.isPending ? (
          <Skeleton className="h-40" />
        ) : query.isError && attempts.length === 0 ? (
          <Alert tone="danger">{describeFailure(query.error, t)}</Alert>
        ) : attempts.length === 0 && !query.hasNextPage ? (
          <EmptyRows>
            {status || type ? t("No attempt matches.") : t("Nothing was sent yet. Send a test event to try it.")}
          </EmptyRows>
        ) : (
          <>
            {attempts.length > 0 && (
              <RowList label={t("Attempts")}>
                {attempts.map((attempt) => (
                  <AttemptRow key={attempt.id} attempt={attempt} />
                ))}
              </RowList>
            )}
            <ListEnd query={query} />
          </>
        )}
      </div>
      {messageId !== undefined && attemptId !== undefined && (
        <AttemptDialog
          endpoint={endpoint}
          messageId={messageId}
          attemptId={attemptId}
          onClose={() => change({ attempt: undefined })}
        />
      )}
      {resend && (
        <ResendDialog endpoint={endpoint} resend={resend} onClose={() => change({ resend: undefined }, true)} />
      )}
    </Card>
  );
}

/** Reads the attempts again whenever the numbers of the endpoint have changed since they were shown. */
function useRefetchWithStats({ id }: Endpoint, refetch: () => unknown) {
  const { app } = useOwnedProject();
  const { data } = useQuery(statsOptions(app, id));
  const counts = data && `${data.success} ${data.pending} ${data.fail}`;
  const shown = useRef(counts);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== counts) void refetch();
    shown.current = counts;
  }, [counts, refetch]);
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
          <span className="block font-mono wrap-anywhere">{attempt.msgId}</span>
        </>
      }
    />
  );
}
