import { useNavigate } from "@tanstack/react-router";
import CheckIcon from "lucide-react/icons/check";
import ChevronsUpDownIcon from "lucide-react/icons/chevrons-up-down";
import LayoutGridIcon from "lucide-react/icons/layout-grid";
import { DropdownMenu, MenuGroup, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { Name } from "../../ui/text/name";
import { ProjectArch } from "../projects/project-arch";
import { useOwnedProject, useOwnedProjects } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** Shows the name of the current project, and a menu of the others. */
export function ProjectSwitcher({ onLeave }: { onLeave?: () => void }) {
  const t = useTranslation();
  const current = useOwnedProject();
  const projects = useOwnedProjects();
  const navigate = useNavigate();

  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-3 rounded-control border border-line bg-surface px-2.5 py-2 text-left shadow-xs hover:border-line-strong data-[state=open]:border-line-strong"
        >
          <ProjectArch name={current.displayName} />
          <span className="sr-only">{t("Switch project")}</span>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate text-sm font-semibold text-ink">
              <Name>{current.displayName}</Name>
            </span>
            <span className="text-2xs text-ink-soft">
              {current.isProductionMode ? t("Production") : t("Development")}
            </span>
          </span>
          <ChevronsUpDownIcon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
        </button>
      }
    >
      <MenuGroup label={t("Your projects")}>
        {projects.map((project) => (
          <MenuItem
            key={project.id}
            text={project.displayName}
            onSelect={() => {
              onLeave?.();
              void navigate({ to: "/projects/$projectId/overview", params: { projectId: project.id } });
            }}
          >
            <span className="max-w-56 truncate">
              <Name>{project.displayName}</Name>
            </span>
            {project.id === current.id && (
              <>
                <CheckIcon className="ml-auto text-accent" aria-hidden="true" />
                <span className="sr-only">{t("(current)")}</span>
              </>
            )}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<LayoutGridIcon aria-hidden="true" />} onSelect={() => void navigate({ to: "/projects" })}>
        {t("All projects")}
      </MenuItem>
    </DropdownMenu>
  );
}
