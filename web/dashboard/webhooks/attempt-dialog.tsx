import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Json } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Dialog } from "../../ui/overlays/dialog";
import { RelativeTime } from "../../ui/text/relative-time";
import { readableJson } from "../files/readable-json";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { AttemptBadge } from "./attempt-badge";
import { svixCode } from "./endpoint-code";
import { attemptOptions, readWebhooksAgain } from "./queries";
import { type Attempt, type Endpoint, resend } from "./webhooks-api";

/** One attempt: the request, the response, and a button that sends the event again. */
export function AttemptDialog({
  endpoint,
  messageId,
  attemptId,
  onClose,
}: {
  endpoint: Endpoint;
  messageId: string;
  attemptId: string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const attempt = useQuery(attemptOptions(app, messageId, attemptId));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={attempt.data?.msg?.eventType ?? t("Attempt")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Close")}
          </Button>
          <Button
            disabled={endpoint.disabled || !attempt.data}
            onClick={async () => {
              await resend(app, endpoint.id, messageId);
              await readWebhooksAgain(app, queryClient);
              done({
                message: t("The event is sent again."),
                title: t("Send an event again"),
                code: svixCode("messageAttempt.resend", messageId, endpoint.id),
              });
              onClose();
            }}
          >
            {t("Send again")}
          </Button>
        </>
      }
    >
      {attempt.isError ? (
        <Alert tone="danger">{describeFailure(attempt.error, t)}</Alert>
      ) : attempt.data ? (
        <AttemptFacts attempt={attempt.data} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Dialog>
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
