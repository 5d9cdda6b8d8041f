import { Name } from "../../ui/text/name";
import { useProject } from "../hooks/use-project";

/** The name of the project, above a full page. */
export function ProjectName() {
  const project = useProject();
  return (
    <span className="text-lg font-semibold tracking-tight text-ink">
      <Name>{project.displayName}</Name>
    </span>
  );
}
