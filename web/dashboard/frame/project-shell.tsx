import { Link, Outlet, useParams } from "@tanstack/react-router";
import MenuIcon from "lucide-react/icons/menu";
import { useState } from "react";
import { Logo } from "../../ui/brand/logo";
import { Button } from "../../ui/buttons/button";
import { Drawer } from "../../ui/overlays/drawer";
import { Name } from "../../ui/text/name";
import { ShownCodeProvider } from "../code/shown-code";
import { OwnedProjectContext, useOwnedProjects } from "../projects/use-owned-projects";
import { UnknownProject } from "../shell/project-gone";
import { useTranslation } from "../translation/use-translation";
import { OwnerShell } from "./owner-shell";
import { PageLayout, SkipLink } from "./page-layout";
import { PaletteButton } from "./palette-button";
import { ProjectSwitcher } from "./project-switcher";
import { SectionNavigation } from "./section-navigation";
import { UserMenu } from "./user-menu";

/** The layout of a project's pages: navigation in a sidebar, or in a drawer on narrow screens. */
export function ProjectShell() {
  const t = useTranslation();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const project = useOwnedProjects().find(({ id }) => id === projectId);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);

  if (!project) {
    return (
      <OwnerShell>
        <UnknownProject />
      </OwnerShell>
    );
  }
  return (
    <OwnedProjectContext value={project}>
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <SkipLink />

        <header className="sticky top-0 z-30 flex items-center gap-1 border-b border-line bg-canvas px-2 py-1 lg:hidden">
          <Button variant="ghost" size="icon" aria-label={t("Open navigation")} onClick={() => setIsDrawerOpen(true)}>
            <MenuIcon aria-hidden="true" />
          </Button>
          <span className="min-w-0 flex-1 truncate text-sm font-semibold text-ink">
            <Name>{project.displayName}</Name>
          </span>
          <PaletteButton isIcon />
          <UserMenu />
        </header>
        <Drawer isOpen={isDrawerOpen} onOpenChange={setIsDrawerOpen} title={t("Navigation")} head={<HomeLink />}>
          <div className="flex flex-col gap-5 p-4 pt-2">
            <ProjectSwitcher onLeave={() => setIsDrawerOpen(false)} />
            <SectionNavigation projectId={projectId} onLeave={() => setIsDrawerOpen(false)} />
          </div>
        </Drawer>

        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line p-4 lg:flex">
          <div className="px-2 pt-1.5 pb-1">
            <HomeLink />
          </div>
          <ProjectSwitcher />
          <PaletteButton />
          <SectionNavigation projectId={projectId} />
          <div className="mt-auto">
            <UserMenu isWide />
          </div>
        </aside>

        {/* Around the layout, which resets all state of a page when another one is opened: it is kept from page to page. */}
        <ShownCodeProvider key={projectId}>
          <PageLayout>
            <Outlet />
          </PageLayout>
        </ShownCodeProvider>
      </div>
    </OwnedProjectContext>
  );
}

function HomeLink() {
  const t = useTranslation();
  return (
    <Link to="/projects" aria-label={t("Gatehouse, all projects")} className="rounded-control">
      <Logo />
    </Link>
  );
}
