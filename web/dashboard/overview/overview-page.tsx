import { useSuspenseQuery } from "@tanstack/react-query";
import { Recoverable } from "../../react/components/recoverable";
import { CopyField } from "../../ui/data/copy-field";
import { Card } from "../../ui/layout/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { useApiUrl } from "../api-url";
import { ProductionNotice } from "../domains/production-notice";
import { useOwnedProject } from "../projects/use-owned-projects";
import { insteadOfGoneProject } from "../shell/project-gone";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { Checklist } from "./checklist";
import { MailNotice } from "./mail-notice";
import { MetricsSection } from "./metrics-section";
import { firstUserOptions } from "./queries";
import { SettingsCard } from "./settings-card";
import { SetupGuide } from "./setup-guide";

const setupId = "setup";

/** The numbers of a project, its state, and how to add it to an app: that is first, until there are numbers. */
export function OverviewPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const { data: users } = useSuspenseQuery(firstUserOptions(project.app));
  const hasUsers = users.length > 0;
  const metrics = (
    <Recoverable instead={insteadOfGoneProject}>
      <MetricsSection />
    </Recoverable>
  );

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={project.displayName}
        tabTitle={t("Overview")}
        description={
          project.description || t.rich("Created {time}", { time: <RelativeTime key="time" at={project.createdAt} /> })
        }
        reference="Metrics"
      />
      <ProductionNotice />
      <MailNotice />
      {hasUsers && metrics}
      <Checklist setupId={setupId} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <SetupGuide id={setupId} />
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
    </div>
  );
}
