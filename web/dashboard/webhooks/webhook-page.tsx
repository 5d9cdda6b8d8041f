import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import UnplugIcon from "lucide-react/icons/unplug";
import { Suspense, useState } from "react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Skeleton } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { BackLink, SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { AttemptsCard } from "./attempts-card";
import { svixCode } from "./endpoint-code";
import { EndpointForm } from "./endpoint-form";
import { attemptsOptions, deleteEndpointOptions, endpointOptions, statsOptions, untilSent } from "./queries";
import { SecretCard } from "./secret-card";
import { StateButton } from "./state-button";
import { TestCard } from "./test-card";
import type { AttemptFilter } from "./webhook-search";
import type { Endpoint } from "./webhooks-api";

/** Lists what the page reads first. */
export const reads: PageReads<{ endpointId: string }, AttemptFilter> = ({ app, params: { endpointId }, search }) => [
  endpointOptions(app, endpointId),
  statsOptions(app, endpointId),
  attemptsOptions(app, endpointId, search),
];

/** One endpoint: what is sent to it, its secret, and what came of each attempt. */
export function WebhookPage() {
  const { app } = useOwnedProject();
  const { endpointId } = useParams({ from: "/projects/$projectId/webhooks/$endpointId" });
  const { data: endpoint } = useSuspenseQuery(endpointOptions(app, endpointId));
  return endpoint ? <KnownEndpoint key={endpoint.id} endpoint={endpoint} /> : <UnknownEndpoint />;
}

function KnownEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        above={
          <BackLink from="/projects/$projectId/webhooks/$endpointId" to="/projects/$projectId/webhooks">
            {t("Webhooks")}
          </BackLink>
        }
        title={endpoint.description || new URL(endpoint.url).host}
        description={<span className="font-mono wrap-anywhere">{endpoint.url}</span>}
        reference="Webhooks"
        actions={<StateButton endpoint={endpoint} />}
      />
      {endpoint.disabled && (
        <Alert tone="warning">
          {t(
            "The endpoint is disabled: nothing is sent to it. Events that were still to be sent follow once it is enabled.",
          )}
        </Alert>
      )}
      {/* By itself: what suspends around a dialog would take it out of the page. */}
      <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
        <Stats endpoint={endpoint} />
      </Suspense>
      <TestCard endpoint={endpoint} />
      <AttemptsCard endpoint={endpoint} />
      <SecretCard endpoint={endpoint} />
      <EndpointForm endpoint={endpoint} />
      <DeleteCard endpoint={endpoint} />
    </div>
  );
}

function Stats({ endpoint: { id, disabled } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: stats } = useSuspenseQuery({ ...statsOptions(app, id), refetchInterval: untilSent });
  const facts = [
    { name: t("Accepted"), value: stats.success },
    { name: t("Pending"), value: stats.pending },
    { name: t("Failed"), value: stats.fail },
  ];
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-xs sm:px-6">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="text-2xs text-ink-soft">{name}</dt>
            <dd className="text-xl font-semibold text-ink tabular-nums">{value.toLocaleString(t.language)}</dd>
          </div>
        ))}
        <div className="flex flex-col gap-1">
          <dt className="text-2xs text-ink-soft">{t("State")}</dt>
          <dd>
            {disabled ? <Badge tone="warning">{t("Disabled")}</Badge> : <Badge tone="success">{t("Enabled")}</Badge>}
          </dd>
        </div>
      </dl>
      <p className="text-sm text-ink-soft">
        {t("Events of the last 30 days. One that has failed is pending while it is to be tried again.")}
      </p>
    </div>
  );
}

function DeleteCard({ endpoint: { id, url } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const navigate = useNavigate();
  const done = useDone();
  const { mutateAsync: remove } = useMutation(deleteEndpointOptions(app, useQueryClient(), id));
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card
      title={t("Delete the endpoint")}
      description={t("Nothing more is sent to it, and its attempts are no longer shown.")}
      actions={
        <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
          {t("Delete endpoint")}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmMutation
          isOpen
          onOpenChange={setIsAsking}
          title={t("Delete the endpoint {host}?", { host: new URL(url).host })}
          description={t("Events that were not sent yet are not sent any more. The secret is gone for good.")}
          confirmLabel={t("Delete endpoint")}
          mutationFn={async () => {
            await remove();
            done({
              message: t("The endpoint has been deleted."),
              title: t("Delete an endpoint"),
              code: svixCode("endpoint.delete", id),
            });
            await navigate({ to: "/projects/$projectId/webhooks", params: { projectId } });
          }}
        />
      )}
    </Card>
  );
}

function UnknownEndpoint() {
  const t = useTranslation();
  return (
    <EmptyState
      isPage
      icon={<UnplugIcon />}
      title={t("Endpoint not found")}
      action={
        <Link
          from="/projects/$projectId/webhooks/$endpointId"
          to="/projects/$projectId/webhooks"
          className={buttonClasses("secondary")}
        >
          {t("All endpoints")}
        </Link>
      }
    >
      {t("This project has no endpoint with this ID. It may have been deleted.")}
    </EmptyState>
  );
}
