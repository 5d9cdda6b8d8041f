import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Json } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { Modal } from "../dialogs/modal";
import { readableJson } from "../files/readable-json";
import { EmptyRows, ListEnd, Row, RowList } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { AttemptBadge, useSvixCall } from "./endpoint-parts";
import { attemptOptions, attemptsOptions, eventTypesOptions, statsOptions } from "./queries";
import { attemptStatuses, parseEndpointSearch, type Resend } from "./webhook-search";
import { type Attempt, type Endpoint, readWebhooksAgain } from "./webhooks-api";

/** Shows what was sent to the endpoint when, and what it responded, newest first. */
export function AttemptsCard({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { status, type, attempt: open, resend } = useSearch({ from: "/projects/$projectId/webhooks/$endpointId" });
  const navigate = useNavigate({ from: "/projects/$projectId/webhooks/$endpointId" });
  const query = useInfiniteQuery(
    attemptsOptions(app, endpoint.id, { ...(status && { status }), ...(type && { type }) }),
  );
  useRefetchWithStats(endpoint, query.refetch);
  const { data: known = [] } = useQuery(eventTypesOptions(app));
  const attempts = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [messageId, attemptId] = open?.split(".") ?? [];
  // The one of the address is a choice also while the types are still to be read.
  const types = [...new Set([...known.map(({ name }) => name), ...(type ? [type] : [])])];
  const change = (changes: ReturnType<typeof parseEndpointSearch>, replace = false) =>
    void navigate({ search: (search) => parseEndpointSearch({ ...search, ...changes }), replace, resetScroll: false });
  const statuses = Object.keys(attemptStatuses) as (keyof typeof attemptStatuses)[];
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
          <Button variant="ghost" onClick={() => readWebhooksAgain(app)}>
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

interface AttemptDialogProps {
  endpoint: Endpoint;
  messageId: string;
  attemptId: string;
  onClose: () => void;
}

/** One attempt: the request, the response, and a button that sends the event again. */
export function AttemptDialog({ endpoint, messageId, attemptId, onClose }: AttemptDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const call = useSvixCall();
  const attempt = useQuery(attemptOptions(app, messageId, attemptId));
  return (
    <Modal
      title={attempt.data?.msg?.eventType ?? t("Attempt")}
      closing={t("Close")}
      actions={
        <Button
          disabled={endpoint.disabled || !attempt.data}
          onClick={async () => {
            const said = { message: t("The event is sent again."), title: t("Send an event again") };
            await call(said, "messageAttempt.resend", messageId, endpoint.id);
            onClose();
          }}
        >
          {t("Send again")}
        </Button>
      }
      onClose={onClose}
    >
      {attempt.isError ? (
        <Alert tone="danger">{describeFailure(attempt.error, t)}</Alert>
      ) : attempt.data ? (
        <AttemptFacts attempt={attempt.data} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Modal>
  );
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <AttemptBadge attempt={attempt} />
        <span>
          <RelativeTime at={new Date(attempt.timestamp)} /> · {t("{count} ms", { count: attempt.responseDurationMs })}
        </span>
      </p>
      <CopyField label={t("Event ID")} value={attempt.msgId} hint={t("The header webhook-id of the request.")} />
      <CodeBlock
        title={t("Request to {host}", { host: new URL(attempt.url).host })}
        code={readableJson((attempt.msg?.payload ?? null) as Json)}
      />
      <CodeBlock
        title={
          attempt.responseStatusCode === 0
            ? t("No response")
            : t("Response {status}", { status: String(attempt.responseStatusCode) })
        }
        code={attempt.response || t("(empty)")}
      />
    </div>
  );
}

/** Sends many events since a time to the endpoint: those that have failed for good, or those that it never got. */
export function ResendDialog({
  endpoint: { id },
  resend,
  onClose,
}: {
  endpoint: Endpoint;
  resend: Resend;
  onClose: () => void;
}) {
  const t = useTranslation();
  const call = useSvixCall();
  const [span, setSpan] = useState<Span>("day");
  const [date, setDate] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const { title, description, message, method } = wordingOf(resend, t);

  async function submit() {
    const since = sinceOf(span, date, Date.now());
    setIsRefused(since === undefined);
    if (since === undefined) return;
    await call({ message, title }, method, id, { since });
    onClose();
  }

  return (
    <Modal
      title={title}
      description={description}
      closing={t("Cancel")}
      actions={<Button onClick={submit}>{t("Send")}</Button>}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t("Events of")}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(spans[value]) }))}
          value={span}
          onValueChange={setSpan}
        />
        {span === "date" && (
          <TextField
            label={t("Since")}
            type="datetime-local"
            hint={t("Events are kept for 30 days.")}
            error={isRefused ? t("Enter a date and time that have passed.") : undefined}
            value={date}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
          />
        )}
      </div>
    </Modal>
  );
}

function wordingOf(resend: Resend, t: Translate) {
  if (resend === "failed") {
    return {
      title: t("Resend failed events"),
      description: t("Events that have failed after all attempts are sent again, the oldest first."),
      message: t("The failed events are sent again."),
      method: "endpoint.recover",
    } as const;
  }
  return {
    title: t("Send missing events"),
    description: t(
      "Events that were never sent to this endpoint, as it was added or enabled after they happened. Test events are left out.",
    ),
    message: t("The missing events are on their way."),
    method: "endpoint.replayMissing",
  } as const;
}

const hour = 60 * 60 * 1000;

/** Lists since when events can be sent again: some spans of time, or a date. */
const spans = {
  hour: msg("The last hour"),
  day: msg("The last 24 hours"),
  week: msg("The last 7 days"),
  month: msg("The last 30 days"),
  date: msg("Since a date"),
} as const;

type Span = keyof typeof spans;

const hours: Record<Exclude<Span, "date">, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** The time that a span begins at; undefined where its date is none, or is still to come. */
export function sinceOf(span: Span, date: string, now: number): Date | undefined {
  if (span !== "date") return new Date(now - hours[span] * hour);
  const time = new Date(date);
  return time.getTime() <= now ? time : undefined;
}
