import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { AppearanceCard } from "./appearance-card";
import { HostedPagesCard } from "./hosted-pages-card";

/** The hosted pages of the project, and how its pages and mails look. */
export function AppearancePage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Pages and appearance")}
        description={t("The pages on which your users sign in, and how they and your emails look.")}
        reference="Hosted pages"
      />
      <HostedPagesCard />
      <AppearanceCard project={useOwnedProject()} />
    </div>
  );
}
