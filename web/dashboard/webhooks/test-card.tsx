import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { WebhookEventType } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { AttemptBadge } from "./attempt-badge";
import { svixCode } from "./endpoint-code";
import { exampleOf } from "./event-types";
import { eventTypesOptions, readWebhooksAgain, testAttemptOptions } from "./queries";
import { type Endpoint, sendExample } from "./webhooks-api";

/** Sends an example of a type of event to the endpoint, and to no other. */
export function TestCard({ endpoint: { id, disabled } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const { data: known = [] } = useQuery(eventTypesOptions(app));
  const [type, setType] = useState<WebhookEventType>("user.created");
  const [messageId, setMessageId] = useState<string>();
  const [isExampleShown, setIsExampleShown] = useState(false);
  const options =
    known.length > 0 ? known.map(({ name }) => ({ value: name, label: name })) : [{ value: type, label: type }];
  return (
    <Card
      title={t("Send a test event")}
      description={t("An example of the event, signed with the endpoint’s secret. Only this endpoint gets it.")}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
          <div className="sm:w-72">
            <Select label={t("Event")} options={options} value={type} onValueChange={setType} />
          </div>
          <Button
            disabled={disabled}
            onClick={async () => {
              setMessageId(await sendExample(app, id, type));
              await readWebhooksAgain(app, queryClient);
              done({
                message: t("The test event is on its way."),
                title: t("Send a test event"),
                code: svixCode("endpoint.sendExample", id, { eventType: type }),
              });
            }}
          >
            {t("Send test event")}
          </Button>
          <Button variant="ghost" aria-expanded={isExampleShown} onClick={() => setIsExampleShown(!isExampleShown)}>
            {isExampleShown ? t("Hide the example") : t("Show the example")}
          </Button>
        </div>
        {messageId !== undefined && <TestResult key={messageId} endpointId={id} messageId={messageId} />}
        {isExampleShown && <CodeBlock title="JSON" code={exampleOf(known, type)} />}
      </div>
    </Card>
  );
}

/** Shows what the endpoint responded to a test event, once it has. */
function TestResult({ endpointId, messageId }: { endpointId: string; messageId: string }) {
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
