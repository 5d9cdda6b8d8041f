import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { linkClasses } from "../../ui/theme/link-classes";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { AttemptBadge } from "./attempt-badge";
import { readWebhooksAgain, testAttemptOptions } from "./queries";

/** What the endpoint responded to a test event, once it has. */
export function TestResult({ endpointId, messageId }: { endpointId: string; messageId: string }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const { data: attempt, error } = useQuery(testAttemptOptions(app, endpointId, messageId));
  const attemptId = attempt?.id;
  useEffect(() => {
    // The attempts below, and their numbers, have one more.
    if (attemptId !== undefined) void readWebhooksAgain(app, queryClient);
  }, [attemptId, app, queryClient]);
  if (error) return <Alert tone="danger">{describeFailure(error, t)}</Alert>;
  if (!attempt) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
        <Spinner />
        {t("Waiting for the response of your server")}
      </p>
    );
  }
  return (
    <section aria-label={t("Response to the test event")} className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <AttemptBadge attempt={attempt} />
        <span>{t("{count} ms", { count: attempt.responseDurationMs })}</span>
        <Link
          from="/projects/$projectId/webhooks/$endpointId"
          to="."
          search={(search) => ({ ...search, attempt: `${attempt.msgId}.${attempt.id}` })}
          resetScroll={false}
          className={linkClasses}
        >
          {t("Request and response")}
        </Link>
      </p>
      <CodeBlock title={t("Response")} code={attempt.response || t("(empty)")} />
    </section>
  );
}
