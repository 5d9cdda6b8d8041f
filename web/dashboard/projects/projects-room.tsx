import { Link } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import WaypointsIcon from "lucide-react/icons/waypoints";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { useTitle } from "../../ui/use-title";
import { OwnerShell } from "../shell/owner-shell";
import { ProjectArch } from "../shell/project-arch";
import { useOwnedProjects } from "../use-owned-projects";
import { CreateProjectDialog } from "./create-project-dialog";

/** Every project of the signed-in owner, and the way to a new one. */
export function ProjectsRoom() {
  useTitle("Projects · Gatehouse");
  return (
    <OwnerShell>
      <Projects />
    </OwnerShell>
  );
}

function Projects() {
  const projects = useOwnedProjects();
  const [isCreating, setIsCreating] = useState(false);
  const createButton = (
    <Button onClick={() => setIsCreating(true)}>
      <PlusIcon aria-hidden="true" />
      Create project
    </Button>
  );

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Projects"
        description="A project is one app or website with users of its own."
        actions={projects.length > 0 && createButton}
      />
      {projects.length === 0 ? (
        <Card>
          <EmptyState icon={<WaypointsIcon />} title="No projects yet" action={createButton}>
            Create your first project, take its keys, and let your users in.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </div>
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
            {project.displayName}
          </Link>
        </h2>
        {project.description && <p className="line-clamp-2 text-sm text-ink-soft">{project.description}</p>}
        <p className="text-2xs text-ink-soft">
          Created <Moment at={project.createdAt} />
        </p>
      </div>
    </li>
  );
}
