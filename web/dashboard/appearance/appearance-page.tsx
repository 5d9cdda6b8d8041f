import { Link } from "@tanstack/react-router";
import { CopyField } from "../../ui/data/copy-field";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { configOptions } from "../forms/config-queries";
import { ConfigSwitch } from "../forms/config-switch";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { AppearanceCard } from "./appearance-card";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The hosted pages of the project, and how its pages and emails look. */
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

/** Shows whether users sign in on pages of this site, and where these pages are. */
function HostedPagesCard() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  return (
    <Card
      title={t("Hosted pages")}
      description={t.rich(
        "Your users can sign in here, with nothing on your website but a link. They return to <link>trusted domains</link> only.",
        {
          link: (text) => (
            <Link to="/projects/$projectId/domains" params={{ projectId: id }} className={linkClasses}>
              {text}
            </Link>
          ),
        },
      )}
    >
      <div className="flex flex-col gap-5">
        <ConfigSwitch
          path="hostedPages.enabled"
          label={t("Hosted pages for this project")}
          hint={t("While they are off, links to them show that the project has none.")}
        />
        <CopyField
          label={t("Address of the sign-in page")}
          value={`${window.location.origin}/handler/sign-in?project_id=${id}`}
        />
      </div>
    </Card>
  );
}
