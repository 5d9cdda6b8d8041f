import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import WebhookIcon from "lucide-react/icons/webhook";
import { useForm } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { FormDialog } from "../dialogs/form-dialog";
import { EmptyList, FailedRead, ListCard, type ListedRow } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { EndpointFields, type EndpointValues, isOfSvix, refusedEndpointField, settingsOf } from "./endpoint-form";
import { receiverSnippet, StateBadge, StateButton, useSvixCall } from "./endpoint-parts";
import { endpointsOptions } from "./queries";
import type { Endpoint } from "./webhooks-api";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [endpointsOptions(app)];

/** The endpoints to which the events of the project are sent. */
export function WebhooksPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const endpoints = useQuery(endpointsOptions(app));
  const { create: isCreating = false } = useSearch({ from: "/projects/$projectId/webhooks" });
  const navigate = useNavigate({ from: "/projects/$projectId/webhooks" });
  const openCreation = () => void navigate({ search: { create: true } });
  return (
    <SectionPage
      title={t("Webhooks")}
      description={t(
        "Your servers receive each change of users, teams and permissions, and items that run low. Each event is signed, and those of one object come in order.",
      )}
      reference="Webhooks"
      actions={
        endpoints.data && endpoints.data.length > 0 && <Button onClick={openCreation}>{t("Add endpoint")}</Button>
      }
    >
      {isOfSvix(endpoints.error) ? (
        <Alert>
          {t("This instance sends webhooks through Svix. Administer the endpoints in Svix’ own dashboard.")}
        </Alert>
      ) : endpoints.isError ? (
        <FailedRead error={endpoints.error} onRetry={endpoints.refetch} />
      ) : endpoints.isPending ? (
        <Skeleton className="h-72 rounded-card" />
      ) : endpoints.data.length === 0 ? (
        <EmptyList
          icon={<WebhookIcon />}
          title={t("No endpoints yet")}
          action={<Button onClick={openCreation}>{t("Add endpoint")}</Button>}
          code={receiverSnippet}
        >
          {t("Add the address of a server of yours. It receives events like this, with the endpoint’s secret:")}
        </EmptyList>
      ) : (
        <ListCard title={t("Endpoints")} rows={endpoints.data.map((endpoint) => endpointRow(endpoint, t))} />
      )}
      {isCreating && (
        <CreateEndpointDialog
          onClose={() => void navigate({ search: {}, replace: true })}
          onCreated={(endpointId) =>
            navigate({ to: "/projects/$projectId/webhooks/$endpointId", params: { endpointId }, replace: true })
          }
        />
      )}
    </SectionPage>
  );
}

function endpointRow(endpoint: Endpoint, t: Translate): ListedRow {
  const { id, url, eventTypes, description, disabled, createdAt } = endpoint;
  const events =
    eventTypes === null
      ? t("All events")
      : t("{count, plural, one {# type of event} other {# types of events}}", { count: eventTypes.length });
  return {
    id,
    title: (
      <Link
        from="/projects/$projectId/webhooks"
        to="/projects/$projectId/webhooks/$endpointId"
        params={{ endpointId: id }}
        className={`${linkClasses} font-mono wrap-anywhere`}
      >
        {url}
      </Link>
    ),
    badges: <StateBadge disabled={disabled} />,
    actions: <StateButton endpoint={endpoint} isInList />,
    detail: (
      <>
        {description && <span className="block">{description}</span>}
        {events} · {t("Added")} <RelativeTime at={new Date(createdAt)} />
      </>
    ),
  };
}

interface CreateEndpointDialogProps {
  onClose: () => void;
  onCreated: (endpointId: string) => Promise<void>;
}

/** Creates an endpoint. */
function CreateEndpointDialog({ onClose, onCreated }: CreateEndpointDialogProps) {
  const t = useTranslation();
  const call = useSvixCall();
  const form = useForm<EndpointValues>({ defaultValues: { url: "", description: "", eventTypes: null } });
  return (
    <FormDialog
      form={form}
      title={t("Add an endpoint")}
      submitLabel={t("Add endpoint")}
      onSubmit={async (values) => {
        const said = { message: t("The endpoint has been added."), title: t("Add an endpoint") };
        const { id } = await call(said, "endpoint.create", settingsOf(values));
        await onCreated(id);
      }}
      explain={refusedEndpointField}
      onClose={onClose}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}
