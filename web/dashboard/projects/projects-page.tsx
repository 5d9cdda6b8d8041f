import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import WaypointsIcon from "lucide-react/icons/waypoints";
import type { AdminOwnedProject, CurrentUser, Team } from "../../kit/index";
import { useUser } from "../../react/index";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { SearchField } from "../../ui/forms/search-field";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { PageHeader } from "../../ui/layout/page-header";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { required } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { NothingFound } from "../lists/list-end";
import { createFirstKeys } from "../new-keys";
import { useTranslation } from "../translation/use-translation";
import { ProjectArch } from "./project-arch";
import { projectsWith } from "./project-search";
import { useOwnedProjects } from "./use-owned-projects";

/** From this many projects on there is a search field. */
const searchedFrom = 7;

/** Lists what the page reads first beside the owner and their projects, which are all that it shows. */
export const reads = () => [];

/** All projects of the signed-in owner. The search, and whether one is created, are part of the address. */
export function ProjectsPage() {
  const t = useTranslation();
  useTitle(`${t("Projects")} · Gatehouse`);
  const projects = useOwnedProjects();
  const { q = "", create: isCreating = false } = useSearch({ from: "/projects/owner/" });
  const navigate = useNavigate({ from: "/projects/" });
  const found = projectsWith(q, projects);
  const searched = q === "" ? {} : { q };
  const search = (text: string) => void navigate({ search: text.trim() ? { q: text.trim() } : {}, replace: true });
  const create = () => void navigate({ search: { ...searched, create: true }, resetScroll: false });
  const close = () => void navigate({ search: searched, replace: true, resetScroll: false });
  const createButton = (
    <Button onClick={create}>
      <PlusIcon aria-hidden="true" />
      {t("Create project")}
    </Button>
  );

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t("Projects")}
        description={t("A project is one app or website with its own users.")}
        actions={projects.length > 0 && createButton}
      />
      {projects.length > 0 && (projects.length >= searchedFrom || q !== "") && (
        <search>
          <SearchField label={t("Search by name, description or ID")} value={q} onSearch={search} />
        </search>
      )}
      {projects.length === 0 ? (
        <Card>
          <EmptyState icon={<WaypointsIcon />} title={t("No projects yet")} action={createButton}>
            {t("Create a project and its API keys, then add sign-in to your app.")}
          </EmptyState>
        </Card>
      ) : found.length === 0 ? (
        <NothingFound title={t("No such projects")} showLabel={t("Show all projects")} onShow={() => search("")}>
          {t("None of your projects has “{query}” in its name, description or ID.", { query: q })}
        </NothingFound>
      ) : (
        <ul aria-label={t("Projects")} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      {isCreating && <CreateProjectDialog onClose={close} />}
    </div>
  );
}

function ProjectCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  return (
    <li className="group relative flex min-h-40 flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-xs transition-colors focus-within:border-accent hover:border-line-strong">
      <div className="flex items-start justify-between gap-4">
        <ProjectArch name={project.displayName} className="h-12 w-10 pb-2 text-lg" />
        <Badge tone={project.isProductionMode ? "success" : "neutral"}>
          {project.isProductionMode ? t("Production") : t("Development")}
        </Badge>
      </div>
      <div className="mt-auto flex min-w-0 flex-col gap-0.5">
        <h2 className="truncate text-base font-semibold tracking-tight text-ink">
          <Link
            to="/projects/$projectId/overview"
            params={{ projectId: project.id }}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            <Name>{project.displayName}</Name>
          </Link>
        </h2>
        {project.description && <p className="line-clamp-2 text-sm text-ink-soft">{project.description}</p>}
        <p className="text-2xs text-ink-soft">
          {t.rich("Created {time}", { time: <RelativeTime key="time" at={project.createdAt} /> })}
        </p>
      </div>
    </li>
  );
}

/** Creates a project for the owner's selected team and opens it. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const owner = useUser({ or: "redirect" });
  const team = owner.selectedTeam;
  if (!team) return <CreateTeamDialog owner={owner} onClose={onClose} />;
  return <ProjectDialog owner={owner} team={team} onClose={onClose} />;
}

function ProjectDialog({ owner, team, onClose }: { owner: CurrentUser; team: Team; onClose: () => void }) {
  const t = useTranslation();
  const navigate = useNavigate();
  return (
    <FormDialog
      initial={{ displayName: "", credentialEnabled: true, magicLinkEnabled: false, passkeyEnabled: false }}
      title={t("Create project")}
      description={t.rich("It will belong to {team}, whose members all administer it.", {
        team: (
          <strong key="team" className="font-medium text-ink">
            <Name>{team.displayName}</Name>
          </strong>
        ),
      })}
      submitLabel={t("Create project")}
      onSubmit={async ({ displayName, ...methods }) => {
        const project = await owner.createProject({
          displayName: displayName.trim(),
          teamId: team.id,
          // A new project is first tried out on the developer's machine; production mode requires this to be off.
          config: { ...methods, allowLocalhost: true },
        });
        // Without them, such as in an impersonation session, the quick start offers to create them.
        await createFirstKeys(project, t("Website and backend")).catch(() => undefined);
        await navigate({ to: "/projects/$projectId/quick-start", params: { projectId: project.id } });
      }}
      onClose={onClose}
      fields={[
        {
          name: "displayName",
          label: t("Project name"),
          hint: t("Your users see it in emails."),
          placeholder: t("My website"),
          ...required(t("Enter a name for the project.")),
        },
        {
          kind: "group",
          label: t("Sign-in methods"),
          rows: [
            { kind: "checkbox", name: "credentialEnabled", label: t("Email and password") },
            { kind: "checkbox", name: "magicLinkEnabled", label: t("One-time code or link by email") },
            { kind: "checkbox", name: "passkeyEnabled", label: t("Passkey") },
          ],
        },
      ]}
    >
      <p className="text-sm text-ink-soft">
        {t(
          "Anonymous users are on in a new project: your app can create accounts for visitors before they sign up. You can switch them off among its sign-in methods.",
        )}
      </p>
    </FormDialog>
  );
}

/** For owners without a selected team: the team created here becomes the selected one, so that it can own a project. */
function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const t = useTranslation();
  const name = owner.displayName ?? owner.primaryEmail;
  return (
    <FormDialog
      initial={{ displayName: name ? t("{name}’s team", { name }) : t("My team") }}
      title={t("Create a team first")}
      submitLabel={t("Create team")}
      onSubmit={({ displayName }) => owner.createTeam({ displayName: displayName.trim() })}
      onClose={onClose}
      fields={[
        <Alert key="why">
          {t("A project belongs to a team, and you have none selected. All members of the team administer it.")}
        </Alert>,
        { name: "displayName", label: t("Team name"), ...required(t("Enter a name for the team.")) },
      ]}
    />
  );
}
