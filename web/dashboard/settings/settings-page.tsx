import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { ProductionNotice } from "../domains/production-notice";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { OwnerTeamCard } from "./owner-team-card";
import { ProjectCard } from "./project-card";
import { deleteProjectOptions, ownTeamsOptions } from "./queries";

/** Lists what the page reads first. */
export const reads: PageReads = ({ owner }) => [ownTeamsOptions(owner.app, owner.id)];

/** Shows what the project is called, who owns it, all of its configuration, and its end. */
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

/** Deletes the project, and goes to the list of the others. */
function DeleteProjectCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const deleteProject = useMutation(deleteProjectOptions(project));
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();

  async function confirmDeletion() {
    await inPlainWords(deleteProject.mutateAsync(), (error) => describeFailure(error, t));
    toast({ tone: "success", message: t("{project} has been deleted.", { project: project.displayName }) });
    await navigate({ to: "/projects", replace: true });
  }

  return (
    <>
      <Card
        title={t("Delete project")}
        description={t(
          "Deletes the project for good, with all of its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. Apps that use it stop signing users in at once.",
        )}
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            {t("Delete project")}
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t("Delete the project?")}
        description={t.rich(
          "{project} is deleted with its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. It cannot be restored.",
          { project: <Name key="project">{project.displayName}</Name> },
        )}
        confirmLabel={t("Delete project")}
        typedPhrase={typedName(project.displayName) ?? t("delete")}
        onConfirm={confirmDeletion}
      />
    </>
  );
}

/** The longest name that is asked to be typed. */
const maxNameLength = 60;

/** A name as it is typed for a confirmation; undefined where it has characters that do not show, or is long. */
export function typedName(name: string): string | undefined {
  // Runs of spaces show as one.
  const typed = name.replace(/\s+/g, " ").trim();
  return typed !== "" && typed.length <= maxNameLength && !/[\p{C}\p{M}]/u.test(typed) ? typed : undefined;
}
