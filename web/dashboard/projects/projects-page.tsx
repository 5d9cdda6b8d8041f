import { Link } from "@tanstack/react-router";
import WaypointsIcon from "lucide-react/icons/waypoints";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { Badge } from "../../ui/feedback/badge";
import { ListPage } from "../../ui/layout/list-page";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { CreateProjectDialog } from "./create-project-dialog";
import { ProjectArch } from "./project-arch";
import { useOwnedProjects } from "./use-owned-projects";

/** All projects of the signed-in owner. */
export function ProjectsPage() {
  useTitle("Projects · Gatehouse");
  const projects = useOwnedProjects();
  const [isCreating, setIsCreating] = useState(false);

  return (
    <>
      <ListPage
        title="Projects"
        description="A project is one app or website with its own users."
        createLabel="Create project"
        onCreate={() => setIsCreating(true)}
        empty={
          projects.length === 0 && {
            icon: <WaypointsIcon />,
            title: "No projects yet",
            text: "Create a project and its API keys, then add sign-in to your app.",
          }
        }
      >
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      </ListPage>
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function ProjectCard({ project }: { project: AdminOwnedProject }) {
  return (
    <li className="group relative flex min-h-40 flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-xs transition-colors focus-within:border-accent hover:border-line-strong">
      <div className="flex items-start justify-between gap-4">
        <ProjectArch name={project.displayName} className="h-12 w-10 pb-2 text-lg" />
        <Badge tone={project.isProductionMode ? "success" : "neutral"}>
          {project.isProductionMode ? "Production" : "Development"}
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
          Created <RelativeTime at={project.createdAt} />
        </p>
      </div>
    </li>
  );
}
