import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import UnplugIcon from "lucide-react/icons/unplug";
import { useEffect, useState } from "react";
import type { WebhookEventType } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { useAsk } from "../dialogs/modal";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { DetailPage, UnknownPage } from "../shell/detail-page";
import { BackLink } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { AttemptsCard } from "./attempts-card";
import { EndpointForm, exampleOf } from "./endpoint-form";
import { AttemptBadge, StateBadge, StateButton, useSvixCall } from "./endpoint-parts";
import {
  attemptsOptions,
  endpointOptions,
  endpointsOptions,
  eventTypesOptions,
  statsOptions,
  testAttemptOptions,
  untilSent,
} from "./queries";
import type { AttemptFilter } from "./webhook-search";
import { type Endpoint, getSecret, readWebhooksAgain } from "./webhooks-api";

/** Lists what the page reads first. */
export const reads: PageReads<{ endpointId: string }, AttemptFilter> = ({ app, params: { endpointId }, search }) => [
  endpointOptions(app, endpointId),
  statsOptions(app, endpointId),
  attemptsOptions(app, endpointId, search),
];

const from = "/projects/$projectId/webhooks/$endpointId";

const list = { from, to: "/projects/$projectId/webhooks" } as const;

/** One endpoint: what is sent to it, its secret, and what came of each attempt. */
export function WebhookPage() {
  const t = useTranslation();
  const { endpointId } = useParams({ from });
  const endpoint = useRead(endpointOptions, endpointId);
  if (!endpoint) {
    return (
      <UnknownPage
        icon={<UnplugIcon />}
        title={t("Endpoint not found")}
        action={
          <Link {...list} className={buttonClasses("secondary")}>
            {t("All endpoints")}
          </Link>
        }
      >
        {t("This project has no endpoint with this ID. It may have been deleted.")}
      </UnknownPage>
    );
  }
  return <EndpointPage key={endpoint.id} endpoint={endpoint} />;
}

function EndpointPage({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { id, url, description, disabled } = endpoint;
  // Without suspending, which would take a dialog out of the page.
  const { data: stats } = useQuery({ ...statsOptions(app, id), refetchInterval: untilSent, throwOnError: true });
  const count = (value: number | undefined) => value?.toLocaleString(t.language) ?? <Skeleton className="h-5 w-8" />;
  return (
    <DetailPage
      above={<BackLink {...list}>{t("Webhooks")}</BackLink>}
      title={description || new URL(url).host}
      description={<span className="font-mono wrap-anywhere">{url}</span>}
      reference="Webhooks"
      actions={<StateButton endpoint={endpoint} />}
      notice={
        disabled && (
          <Alert tone="warning">
            {t(
              "The endpoint is disabled: nothing is sent to it. Events that were still to be sent follow once it is enabled.",
            )}
          </Alert>
        )
      }
      facts={[
        { name: t("Accepted"), value: count(stats?.success) },
        { name: t("Pending"), value: count(stats?.pending) },
        { name: t("Failed"), value: count(stats?.fail) },
        { name: t("State"), value: <StateBadge disabled={disabled} /> },
      ]}
      note={t("Events of the last 30 days. One that has failed is pending while it is to be tried again.")}
      id={id}
      idLabel={t("ID")}
    >
      <TestCard endpoint={endpoint} />
      <AttemptsCard endpoint={endpoint} />
      <SecretCard endpoint={endpoint} />
      <EndpointForm endpoint={endpoint} />
      <DeleteCard endpoint={endpoint} />
    </DetailPage>
  );
}

function DeleteCard({ endpoint: { id, url } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const navigate = useNavigate();
  const call = useSvixCall();
  const queryClient = useQueryClient();
  const ask = useAsk();
  const askToDelete = () =>
    ask({
      title: t("Delete the endpoint {host}?", { host: new URL(url).host }),
      description: t("Events that were not sent yet are not sent any more. The secret is gone for good."),
      confirmLabel: t("Delete endpoint"),
      mutationFn: async () => {
        const said = { message: t("The endpoint has been deleted."), title: t("Delete an endpoint") };
        await call(said, "endpoint.delete", id);
        queryClient.setQueryData(endpointsOptions(app).queryKey, (all) => all?.filter((each) => each.id !== id));
        await navigate({ to: "/projects/$projectId/webhooks", params: { projectId } });
      },
    });
  return (
    <Card
      title={t("Delete the endpoint")}
      description={t("Nothing more is sent to it, and its attempts are no longer shown.")}
      actions={
        <Button variant="danger" size="small" onClick={askToDelete}>
          {t("Delete endpoint")}
        </Button>
      }
    />
  );
}

/** The secret that signs events. It is read when it is asked for, and kept nowhere: each read is in the audit log. */
export function SecretCard({ endpoint: { id } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const call = useSvixCall();
  const [secret, setSecret] = useState<string>();
  const ask = useAsk();
  const askToRotate = () =>
    ask({
      title: t("Rotate the secret?"),
      description: t(
        "A new secret signs from now on. The old one signs beside it for 24 hours: replace it in your server by then.",
      ),
      confirmLabel: t("Rotate the secret"),
      mutationFn: async () => {
        const said = { message: t("The secret has been rotated."), title: t("Rotate a secret") };
        await call(said, "endpoint.rotateSecret", id, {});
        setSecret(await getSecret(app, id));
      },
    });
  return (
    <Card
      title={t("Signing secret")}
      description={t(
        "Your server verifies with it that an event comes from this project. Keep it out of your source code.",
      )}
    >
      <div className="flex flex-col gap-4">
        {secret !== undefined && <CopyField label={t("Secret")} value={secret} />}
        <div className="flex flex-wrap gap-2">
          {secret === undefined ? (
            <Button variant="secondary" onClick={async () => setSecret(await getSecret(app, id))}>
              {t("Show the secret")}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => setSecret(undefined)}>
              {t("Hide the secret")}
            </Button>
          )}
          <Button variant="secondary" onClick={askToRotate}>
            {t("Rotate the secret")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Sends an example of a type of event to the endpoint, and to no other. */
export function TestCard({ endpoint: { id, disabled } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const call = useSvixCall();
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
              const said = { message: t("The test event is on its way."), title: t("Send a test event") };
              const example = await call(said, "endpoint.sendExample", id, { eventType: type });
              setMessageId(example.id);
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
  const { data: attempt, error } = useQuery(testAttemptOptions(app, endpointId, messageId));
  const attemptId = attempt?.id;
  useEffect(() => {
    // The attempts below, and their numbers, have one more.
    if (attemptId !== undefined) void readWebhooksAgain(app);
  }, [attemptId, app]);
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
          from={from}
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
