import { Link } from "@tanstack/react-router";
import type { AdminOwnedProject } from "../../kit";
import { buttonClasses } from "../../ui/buttons/button";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { ProductionNotice } from "../domains/production-notice";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { DeleteProjectCard } from "./delete-project-card";
import { OwnerTeamCard } from "./owner-team-card";
import { ProjectCard } from "./project-card";

/** What the project is called, who owns it, all of its configuration, and its end. */
export function SettingsPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Settings")}
        description={t("What the project is called, who owns it, its configuration as a document, and its deletion.")}
        reference="Project settings"
      />
      <ProductionNotice />
      <ProjectCard project={project} />
      <MoreSettings project={project} />
      <OwnerTeamCard project={project} />
      <DeleteProjectCard project={project} />
    </div>
  );
}

/** The ways to settings that have pages of their own. */
function MoreSettings({ project: { id: projectId, isProductionMode } }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Card
        title={t("Configuration")}
        description={t("Every setting of the project as JSON, with what changes before it is saved.")}
      >
        <Link
          to="/projects/$projectId/settings/configuration"
          params={{ projectId }}
          className={buttonClasses("secondary", "small")}
        >
          {t("Edit as JSON")}
        </Link>
      </Card>
      <Card
        title={t("Production mode")}
        description={t("What to mend before real users sign up.")}
        actions={<Badge tone={isProductionMode ? "success" : "neutral"}>{isProductionMode ? t("On") : t("Off")}</Badge>}
      >
        <Link to="/projects/$projectId/domains" params={{ projectId }} className={buttonClasses("secondary", "small")}>
          {t("Check list")}
        </Link>
      </Card>
    </div>
  );
}
