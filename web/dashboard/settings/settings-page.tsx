import { PageHeader } from "../../ui/layout/page-header";
import { useTitle } from "../../ui/layout/use-title";
import { useOwnedProject } from "../projects/use-owned-projects";
import { DeleteProjectCard } from "./delete-project-card";
import { OwnerTeamCard } from "./owner-team-card";

/** How the project looks to its users, who owns it, and its end. */
export function SettingsPage() {
  const project = useOwnedProject();
  useTitle(`Settings · ${project.displayName} · Gatehouse`);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Settings"
        description="Where users of this project sign in, how its pages look, who administers it, and how it is deleted."
      />
      <OwnerTeamCard project={project} />
      <DeleteProjectCard project={project} />
    </div>
  );
}
