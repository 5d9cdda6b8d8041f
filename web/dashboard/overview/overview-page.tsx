import { useSuspenseQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CheckIcon from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { appInternals } from "../../kit/app/internals";
import type { AdminOwnedProject, GatehouseAdminApp } from "../../kit/index";
import { providerName } from "../../react/components/provider-icon";
import { Recoverable } from "../../react/components/recoverable";
import { resourceOptions } from "../../react/index";
import { buttonClasses } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { apiKeysOptions } from "../api-keys/queries";
import { useApiUrl } from "../api-url";
import { ProductionNotice } from "../domains/production-notice";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { insteadOfGoneProject } from "../shell/project-gone";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { metricsOptions } from "../usage/queries";
import { MetricsSection } from "./metrics-section";
import { firstUserOptions, SetupGuide } from "./setup-guide";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [
  apiKeysOptions(app),
  firstUserOptions(app),
  emailRecipientsOptions(app),
  metricsOptions(app),
];

/** The numbers of a project, its state, and how to add it to an app: that is first, until there are numbers. */
export function OverviewPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const users = useRead(firstUserOptions);
  const hasUsers = users.length > 0;
  const metrics = (
    <Recoverable instead={insteadOfGoneProject}>
      <MetricsSection />
    </Recoverable>
  );

  return (
    <SectionPage
      title={project.displayName}
      tabTitle={t("Overview")}
      description={
        project.description || t.rich("Created {time}", { time: <RelativeTime key="time" at={project.createdAt} /> })
      }
      reference="Metrics"
    >
      <ProductionNotice />
      <EmailNotice />
      {hasUsers && metrics}
      <Checklist />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <SetupGuide />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)]">
          <Card title={t("Project")}>
            <div className="flex flex-col gap-4">
              <CopyField label={t("Project ID")} value={project.id} />
              <CopyField label={t("API address")} value={apiUrl} />
            </div>
          </Card>
          <SettingsCard project={project} />
        </div>
      </div>
      {!hasUsers && metrics}
    </SectionPage>
  );
}

/** Says that emails reach the own team only, as long as that is so. */
function EmailNotice() {
  const t = useTranslation();
  const project = useOwnedProject();
  const isOwnTeamOnly = useRead(emailRecipientsOptions);
  if (!isOwnTeamOnly) return null;
  return (
    <Alert tone="warning">
      {t.rich(
        "Emails of this project reach its own team only. <link>Verify your email address</link>, or <server>configure an email server of your own</server>, to send to all users.",
        {
          link: (text) => <a href="/handler/account-settings">{text}</a>,
          server: (text) => (
            <Link to="/projects/$projectId/emails/server" params={{ projectId: project.id }} className="underline">
              {text}
            </Link>
          ),
        },
      )}
    </Alert>
  );
}

/** Shows what is switched on in the project, each with the section that switches it. */
function SettingsCard({ project: { id, config, isProductionMode } }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const providers = config.oauthProviders.filter(({ enabled }) => enabled !== false).map(({ id }) => providerName(id));
  const methods = "/projects/$projectId/sign-in-methods";
  const domains = "/projects/$projectId/domains";
  const settings = [
    { name: t("Sign-up"), isOn: config.signUpEnabled, to: methods },
    { name: t("Email and password"), isOn: config.credentialEnabled, to: methods },
    { name: t("One-time code or link"), isOn: config.magicLinkEnabled, to: methods },
    { name: t("Passkey"), isOn: config.passkeyEnabled, to: methods },
    {
      name: providers.length > 0 ? `OAuth: ${providers.join(", ")}` : "OAuth",
      isOn: providers.length > 0,
      to: methods,
    },
    { name: t("Allow localhost"), isOn: config.allowLocalhost, to: domains },
    { name: t("Production mode"), isOn: isProductionMode, to: domains },
  ] as const;
  return (
    <Card title={t("Settings")}>
      <dl className="flex flex-col gap-2.5 text-sm">
        {settings.map(({ name, isOn, to }) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>
              <Link to={to} params={{ projectId: id }} className={linkClasses}>
                {name}
              </Link>
            </dt>
            <dd>
              <Badge tone={isOn ? "success" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The steps from a new project to its first user; disappears when all are done. */
export function Checklist() {
  const t = useTranslation();
  const project = useOwnedProject();
  const [{ data: keys }, { data: users }] = useSuspenseQueries({
    queries: [apiKeysOptions(project.app), firstUserOptions(project.app)],
  });
  const hasKeys = keys.some((key) => key.isValid());
  const hasUsers = users.length > 0;
  if (hasKeys && hasUsers) return null;
  const params = { projectId: project.id };

  return (
    <Card title={t("Get started")} description={t("Three steps to your first user.")}>
      <ol className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        <Step number={1} title={t("Create keys")} isDone={hasKeys}>
          <p>{t("Your website and your backend identify themselves with API keys.")}</p>
          {!hasKeys && (
            <Link
              to="/projects/$projectId/quick-start"
              params={params}
              className={buttonClasses("primary", "small", "mt-2")}
            >
              {t("Create keys")}
            </Link>
          )}
        </Step>
        <Step number={2} title={t("Add the code")} isDone={hasUsers}>
          <p>{t("A few lines in your app are enough to sign users up.")}</p>
          {!hasUsers && (
            <Link
              to="/projects/$projectId/quick-start"
              params={params}
              className={buttonClasses("secondary", "small", "mt-2")}
            >
              {t("Show the code")}
            </Link>
          )}
        </Step>
        <Step number={3} title={t("First user")} isDone={hasUsers}>
          <p>{t("Sign up in your app, or create a user here.")}</p>
          {!hasUsers && (
            <Link
              to="/projects/$projectId/users"
              params={params}
              className={buttonClasses("secondary", "small", "mt-2")}
            >
              {t("Go to users")}
            </Link>
          )}
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  const t = useTranslation();
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className={classNames(
          "flex h-11 w-9 shrink-0 items-end justify-center rounded-t-full rounded-b-sm pb-2.5 text-sm font-semibold [&_svg]:size-4",
          isDone ? "bg-accent text-on-accent" : "bg-accent-soft text-accent-strong",
        )}
      >
        {isDone ? <CheckIcon strokeWidth={3} /> : number}
      </span>
      <div className="flex flex-col items-start gap-1 text-sm text-ink-soft">
        <h3 className="font-semibold text-ink">
          {title}
          {isDone && <span className="sr-only"> {t("(done)")}</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** Reads whether emails reach the project's own team only. */
export function emailRecipientsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["mail-recipients"], async () => {
    const { allowed } = await app[appInternals].caller("admin").read("GET /internal/emails/recipients");
    return allowed === "own_team";
  });
}
