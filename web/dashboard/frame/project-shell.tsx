import { Link, Outlet, useLocation, useMatches, useNavigate, useParams } from "@tanstack/react-router";
import CheckIcon from "lucide-react/icons/check";
import ChevronsUpDownIcon from "lucide-react/icons/chevrons-up-down";
import LayoutGridIcon from "lucide-react/icons/layout-grid";
import MenuIcon from "lucide-react/icons/menu";
import SearchXIcon from "lucide-react/icons/search-x";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Recoverable } from "../../react/components/recoverable";
import { Logo } from "../../ui/brand/logo";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { EmptyState } from "../../ui/layout/empty-state";
import { useFrame } from "../../ui/layout/frame-skeleton";
import { useTitle } from "../../ui/layout/use-title";
import { Drawer } from "../../ui/overlays/drawer";
import { DropdownMenu, MenuGroup, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { Name } from "../../ui/text/name";
import { classNames } from "../../ui/theme/class-names";
import { ShownCodeProvider } from "../code/shown-code";
import { Questions } from "../dialogs/modal";
import { ProjectArch } from "../projects/project-arch";
import { OwnedProjectContext, useOwnedProject, useOwnedProjects } from "../projects/use-owned-projects";
import { insteadOfGoneProject, UnknownProject } from "../shell/project-gone";
import { type Section, sectionGroups, sections } from "../shell/sections";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { PaletteButton, UserMenu } from "./user-menu";

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

        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line lg:flex">
          <div className="flex flex-col gap-3 p-4 pb-3">
            <div className="px-2 py-1">
              <HomeLink />
            </div>
            <ProjectSwitcher />
            <PaletteButton />
          </div>
          <SectionNavigation projectId={projectId} isPinned />
          <div className="px-4 pb-3">
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

/** Shows the name of the current project, and a menu of the others. */
function ProjectSwitcher({ onLeave }: { onLeave?: () => void }) {
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

const settings = sections.filter(({ to }) => to === "/projects/$projectId/settings");

/** Links to the sections of a project. Its settings stand below the others, and stay in view where those scroll. */
function SectionNavigation({
  projectId,
  onLeave,
  isPinned = false,
}: {
  projectId: string;
  onLeave?: () => void;
  /** Has the links above the settings scroll by themselves. */
  isPinned?: boolean;
}) {
  const t = useTranslation();
  const id = useId();
  const navigation = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The current link follows the address, also by the command palette.
  useEffect(() => {
    navigation.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const links = (members: readonly Section[], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy} className="flex flex-col">
      {members.map((section) => (
        <li key={section.to}>
          <SectionLink section={section} projectId={projectId} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  );
  return (
    <nav ref={navigation} aria-label={t("Sections")} className="flex min-h-0 flex-1 flex-col">
      <div className={classNames("flex flex-col gap-2.5", isPinned && "min-h-0 flex-1 overflow-y-auto px-4 pb-2")}>
        {sectionGroups.map(({ heading, members }) => (
          <div key={heading} className="flex flex-col">
            {heading && (
              <p id={`${id}-${heading}`} className="px-2 pb-0.5 text-2xs font-semibold text-ink-soft">
                {t(heading)}
              </p>
            )}
            {links(
              members.filter((section) => !settings.includes(section)),
              heading ? `${id}-${heading}` : undefined,
            )}
          </div>
        ))}
      </div>
      <div className={isPinned ? "border-t border-line px-4 pt-2 pb-1" : "mt-2.5"}>{links(settings)}</div>
    </nav>
  );
}

function SectionLink({
  section: { to, label, icon: Icon },
  projectId,
  onLeave,
}: {
  section: Section;
  projectId: string;
  onLeave: (() => void) | undefined;
}) {
  const t = useTranslation();
  return (
    <Link
      to={to}
      params={{ projectId }}
      // Opens each section without a search: the filter of the user list is not carried along.
      search={{}}
      activeOptions={{ includeSearch: false }}
      onClick={onLeave}
      className="group flex min-h-11 scroll-my-4 items-center gap-3 rounded-control px-2 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-ink lg:min-h-8"
    >
      <span
        aria-hidden="true"
        className="flex h-8 w-7 shrink-0 items-end justify-center rounded-t-full rounded-b-sm pb-1.5 lg:h-7 lg:pb-1 group-aria-[current=page]:bg-accent-soft group-aria-[current=page]:text-accent"
      >
        <Icon className="size-4" />
      </span>
      {t(label)}
    </Link>
  );
}

/** Shown inside of a project's frame for an address that no section has. */
export function UnknownSection() {
  const t = useTranslation();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  useTitle(`${t("Page not found")} · Gatehouse`);
  return (
    <EmptyState
      isPage
      icon={<SearchXIcon />}
      title={t("Page not found")}
      action={
        <Link to="/projects/$projectId/overview" params={{ projectId }} className={buttonClasses("secondary")}>
          {t("Project overview")}
        </Link>
      }
    >
      {t("This project has no page at this address. It may contain a typing error.")}
    </EmptyState>
  );
}

/** The header around pages that belong to no project; as a route's component it shows the page of the child route. */
export function OwnerShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const t = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:gap-6 sm:px-8 sm:py-5">
        <Link to="/projects" aria-label={t("Gatehouse, all projects")} className="flex rounded-control">
          <Logo className="text-xl" />
        </Link>
        {/* Beside the logo, where the menu does not move it as its user arrives. */}
        <div className="hidden w-56 sm:block">
          <PaletteButton />
        </div>
        <div className="sm:hidden">
          <PaletteButton isIcon />
        </div>
        <div className="ms-auto">
          <UserMenu />
        </div>
      </header>
      <PageLayout>{children}</PageLayout>
    </div>
  );
}

const contentId = "content";

/** The first stop of the Tab key: skips the navigation. */
export function SkipLink() {
  const t = useTranslation();
  return (
    <a
      href={`#${contentId}`}
      className="sr-only z-60 rounded-control bg-accent px-4 py-2.5 text-sm font-medium text-on-accent focus-visible:not-sr-only focus-visible:fixed focus-visible:top-3 focus-visible:left-3 focus-visible:px-4 focus-visible:py-2.5"
    >
      {t("Skip to content")}
    </a>
  );
}

/** The main part of a page, with its loading and error states. */
export function PageLayout({ children }: { children: ReactNode }) {
  // Of the page that is shown: the location is the next page's already while this one is being left.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useFrame();

  useEffect(() => {
    // Keyboard and screen reader start at the top of a new page, as after a full load.
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main
      ref={main}
      id={contentId}
      tabIndex={-1}
      className="mx-auto mb-[var(--gh-toasts,0px)] flex w-full max-w-6xl min-w-0 flex-1 flex-col px-4 py-6 outline-none sm:px-8 sm:py-9"
    >
      <Recoverable key={pathname} instead={insteadOfGoneProject}>
        <Questions>
          <Suspense fallback={<LoadingPage />}>{children}</Suspense>
        </Questions>
      </Recoverable>
    </main>
  );
}

/** Stands in the place of a page of a project whose code is on its way: the title of its section, and no contents yet. */
export function PendingPage() {
  const { pathname } = useLocation();
  const section = sections.find(({ to }) => pathname.endsWith(to.replace("/projects/$projectId", "")));
  return <LoadingPage title={section?.label} />;
}

function LoadingPage({ title }: { title?: PlainMessage | undefined }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6" aria-busy="true">
      <Spinner label={t("Loading")} className="sr-only" />
      <div className="flex flex-col gap-1.5">
        {title ? (
          <h1 className="text-2xl font-semibold tracking-tight text-ink">{t(title)}</h1>
        ) : (
          <Skeleton className="h-8 w-52" />
        )}
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
      <Skeleton className="h-72 rounded-card" />
      <p className="animate-late text-sm text-ink-soft">{t("Still loading. Your connection may be slow.")}</p>
    </div>
  );
}
