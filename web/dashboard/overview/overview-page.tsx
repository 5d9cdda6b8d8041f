import type { AdminOwnedProject } from "../../kit";
import { CopyField } from "../../ui/data/copy-field";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { PageHeader } from "../../ui/layout/page-header";
import { useTitle } from "../../ui/layout/use-title";
import { RelativeTime } from "../../ui/text/relative-time";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { Checklist } from "./checklist";
import { MailNotice } from "./mail-notice";
import { SetupGuide } from "./setup-guide";

const setupId = "setup";

/** The state of a project, and how to add it to an app. */
export function OverviewPage() {
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  useTitle(`Overview · ${project.displayName} · Gatehouse`);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={project.displayName}
        description={
          project.description || (
            <>
              Created <RelativeTime at={project.createdAt} />
            </>
          )
        }
      />
      <MailNotice />
      <Checklist setupId={setupId} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <SetupGuide id={setupId} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)]">
          <Card title="Project">
            <div className="flex flex-col gap-4">
              <CopyField label="Project ID" value={project.id} />
              <CopyField label="API address" value={apiUrl} />
            </div>
          </Card>
          <Card title="Settings">
            <Settings project={project} />
          </Card>
        </div>
      </div>
    </div>
  );
}

function Settings({ project: { config, isProductionMode } }: { project: AdminOwnedProject }) {
  const providers = config.oauthProviders.filter(({ enabled }) => enabled !== false).map(({ id }) => id);
  const settings: [string, boolean][] = [
    ["Sign-up", config.signUpEnabled],
    ["Email and password", config.credentialEnabled],
    ["One-time code or link", config.magicLinkEnabled],
    ["Passkey", config.passkeyEnabled],
    [providers.length > 0 ? `OAuth: ${providers.join(", ")}` : "OAuth", providers.length > 0],
    ["Requests from localhost", config.allowLocalhost],
    ["Production mode", isProductionMode],
  ];
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {settings.map(([name, isOn]) => (
        <div key={name} className="flex items-center justify-between gap-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd>
            <Badge tone={isOn ? "success" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
          </dd>
        </div>
      ))}
    </dl>
  );
}
