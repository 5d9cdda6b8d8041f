import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import UserPlusIcon from "lucide-react/icons/user-plus";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { RequestError } from "../../kit/errors/request-error";
import type { AdminOwnedProject, AdminProjectUpdateOptions } from "../../kit/index";
import { FormCard } from "../../react/forms/form-card";
import { useApp, useUser } from "../../react/index";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Badge } from "../../ui/feedback/badge";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { linkClasses } from "../../ui/theme/class-names";
import { checkLogo } from "../appearance/appearance-form";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { Fields, required } from "../dialogs/fields";
import { UnsavedChanges } from "../dialogs/form-dialog";
import { logo } from "../dialogs/image-field";
import { useAsk } from "../dialogs/modal";
import { ProductionNotice } from "../domains/production-notice";
import { ownTeamsOptions, useOwnedProject } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";

/** Lists what the page reads first. */
export const reads: PageReads = ({ owner }) => [ownTeamsOptions(owner.app, owner.id)];

/** Shows what the project is called, who owns it, all of its configuration, and its end. */
export function SettingsPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  return (
    <SectionPage
      title={t("Settings")}
      description={t("What the project is called, who owns it, its configuration as a document, and its deletion.")}
      reference="Project settings"
    >
      <ProductionNotice />
      <ProjectCard project={project} />
      <MoreSettings project={project} />
      <OwnerTeamCard project={project} />
      <DeleteProjectCard project={project} />
    </SectionPage>
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
  const ask = useAsk();
  const navigate = useNavigate();
  const askToDelete = () =>
    ask({
      title: t("Delete the project?"),
      description: t.rich(
        "{project} is deleted with its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. It cannot be restored.",
        { project: <Name key="project">{project.displayName}</Name> },
      ),
      confirmLabel: t("Delete project"),
      typedPhrase: typedName(project.displayName) ?? t("delete"),
      successMessage: t("{project} has been deleted.", { project: project.displayName }),
      mutationFn: async () => {
        await project.delete();
        await navigate({ to: "/projects", replace: true });
      },
    });
  return (
    <Card
      title={t("Delete project")}
      description={t(
        "Deletes the project for good, with all of its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. Apps that use it stop signing users in at once.",
      )}
      actions={
        <Button variant="danger" size="small" onClick={askToDelete}>
          {t("Delete project")}
        </Button>
      }
    />
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

type ProjectForm = { displayName: string; description: string; logoUrl: string; fullLogoUrl: string };

/** Shows what the project is called, and its logos for websites that show them. */
export function ProjectCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const { show } = useShownCode();
  const saved: ProjectForm = {
    displayName: project.displayName,
    description: project.description ?? "",
    logoUrl: project.logoUrl ?? "",
    fullLogoUrl: project.fullLogoUrl ?? "",
  };
  const form = useForm<ProjectForm>({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { isDirty, isSubmitting } = form.formState;
  const image = { kind: "image", validate: (text: string) => checkLogo(text, t), ...logo } as const;

  return (
    <FormCard
      form={form}
      title={t("Project")}
      description={t("What users see in emails and on hosted pages, and what your team sees in this dashboard.")}
      savedMessage={t("The project is saved.")}
      onSave={async (typed) => {
        const changes = changesOf(saved, typed);
        await project.update(changes);
        form.reset(typed);
        const code = kitCode(["const project = await adminApp.getProject();"], "project.update", changes);
        show({ title: t("Change the project"), code });
      }}
      explain={(error) => {
        const isAboutImage = error instanceof RequestError && error.status === 400 && /image/i.test(error.text);
        const field = form.formState.dirtyFields.fullLogoUrl ? "fullLogoUrl" : "logoUrl";
        return isAboutImage ? { field, message: error.text } : undefined;
      }}
    >
      <UnsavedChanges isDirty={isDirty && !isSubmitting} />
      <CopyField label={t("Project ID")} value={project.id} />
      <Fields
        form={form}
        rows={[
          { name: "displayName", label: t("Name"), ...required(t("Enter a name for the project.")) },
          { name: "description", label: t("Description"), hint: t("For your team. Users do not see it.") },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Fields
          form={form}
          rows={[
            {
              ...image,
              name: "logoUrl",
              label: t("Square logo"),
              hint: t("Your own pages read it as project.logoUrl."),
            },
            {
              ...image,
              name: "fullLogoUrl",
              label: t("Logo with name"),
              hint: t("Your own pages read it as project.fullLogoUrl."),
            },
          ]}
        />
      </div>
    </FormCard>
  );
}

/** Returns what was changed. Empty texts take away what may be absent. */
function changesOf(saved: ProjectForm, typed: ProjectForm): AdminProjectUpdateOptions {
  const changed = (name: keyof ProjectForm) => typed[name].trim() !== saved[name];
  const optional = (name: "description" | "logoUrl" | "fullLogoUrl") =>
    changed(name) && { [name]: typed[name].trim() || null };
  return {
    ...(changed("displayName") && { displayName: typed.displayName.trim() }),
    ...optional("description"),
    ...optional("logoUrl"),
    ...optional("fullLogoUrl"),
  };
}

/** The team that owns the project: the way to its members, and the transfer to another team. */
export function OwnerTeamCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const app = useApp();
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(app, useUser({ or: "redirect" }).id));
  const owner = teams.find(({ id }) => id === project.ownerTeamId);
  const others = teams.filter((team) => team !== owner);
  return (
    <>
      <Card
        title={t("Owners")}
        description={t.rich("All members of {team} administer this project. Its admins invite others by email.", {
          team: (
            <strong key="team" className="font-medium text-ink">
              <Name>{owner?.displayName ?? t("its team")}</Name>
            </strong>
          ),
        })}
        actions={
          <Link
            to="/projects/$projectId/owners"
            params={{ projectId: project.id }}
            className={buttonClasses("secondary", "small")}
          >
            <UserPlusIcon aria-hidden="true" />
            {t("Members and invitations")}
          </Link>
        }
      />
      <Card
        title={t("Transfer project")}
        description={t(
          "Moves the project with its users, keys and settings to another team. Only an admin of the current team can do it.",
        )}
      >
        {others.length === 0 ? (
          <p className="text-sm text-ink-soft">
            {t.rich("You are in no other team. <link>Create one</link>, or ask to be invited to one.", {
              link: (text) => (
                <a href={`${app.urls.accountSettings}#team-creation`} className={linkClasses}>
                  {text}
                </a>
              ),
            })}
          </p>
        ) : (
          <Transfer project={project} teams={others} />
        )}
      </Card>
    </>
  );
}

interface TeamName {
  id: string;
  displayName: string;
}

function Transfer({ project, teams: [first, ...rest] }: { project: AdminOwnedProject; teams: TeamName[] }) {
  const t = useTranslation();
  const ask = useAsk();
  const [chosen, setChosen] = useState(first);
  const teams = [...(first ? [first] : []), ...rest];
  const team = teams.find(({ id }) => id === chosen?.id) ?? first;
  if (!team) return null;
  const names = { project: project.displayName, team: team.displayName };
  const askToTransfer = () =>
    ask({
      title: t("Transfer {project} to {team}?", names),
      description: t(
        "The members of {team} administer the project from now on, and those of its current team no longer do unless they are in both.",
        names,
      ),
      confirmLabel: t("Transfer project"),
      successMessage: t("{project} belongs to {team} now.", names),
      mutationFn: () => project.transfer(team.id),
    });
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <div className="sm:w-72">
        <Select
          label={t("New team")}
          options={teams.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={team.id}
          onValueChange={(id) => setChosen(teams.find((each) => each.id === id))}
        />
      </div>
      <Button variant="secondary" onClick={askToTransfer}>
        {t("Transfer project")}
      </Button>
    </div>
  );
}
