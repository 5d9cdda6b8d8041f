import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import ChevronsUpDownIcon from "lucide-react/icons/chevrons-up-down";
import { type ReactNode, Suspense, use, useEffect, useId, useRef, useSyncExternalStore } from "react";
import type { CurrentUser, Project } from "../../../kit";
import { buttonClasses } from "../../../ui/buttons/button";
import { ThemeToggle } from "../../../ui/buttons/theme-toggle";
import { Avatar } from "../../../ui/data/avatar";
import { Skeleton, Spinner } from "../../../ui/feedback/spinner";
import { useTitle } from "../../../ui/layout/use-title";
import { DropdownMenu, MenuGroup, MenuItem } from "../../../ui/overlays/dropdown-menu";
import { ToastProvider } from "../../../ui/overlays/toast";
import { Name } from "../../../ui/text/name";
import { useTranslation } from "../../../ui/translation/use-translation";
import { Recoverable } from "../../components/recoverable";
import { cameFrom } from "../../components/return-target";
import { describeFailure } from "../../errors/describe-failure";
import { useApp } from "../../hooks/use-app";
import { useProject } from "../../hooks/use-project";
import { useUser } from "../../hooks/use-user";
import { useSuspenseQuery } from "../../queries/query-hooks";
import { viewOf } from "../../queries/view-of";
import { type Section, ShownSectionContext, subscribeToHash, useShownSection } from "./section";
import { type AccountSettingsItem, sectionsFor } from "./sections";

export type AccountSettingsProps = {
  /** Is true if the page fills the window: it sets the document's title, leads back, and switches the theme. */
  fullPage?: boolean;
  /** Sections that the website adds after the built-in ones. */
  extraItems?: readonly AccountSettingsItem[];
};

/**
 * Shows what users can change about their own account, in sections; the hash of the address selects one. Without a user it
 * redirects to the sign-in page, which returns to the same section.
 */
export function AccountSettingsPage({ fullPage = false, extraItems = [] }: AccountSettingsProps) {
  const t = useTranslation();
  const user = useUser({ or: "redirect" });
  const project = useProject();
  const { data: teams } = useSuspenseQuery(viewOf(user, user.listTeams));
  const { id } = useShownSection();
  return (
    <ToastProvider describeFailure={(error) => describeFailure(error, t)}>
      <Settings
        user={user}
        project={project}
        sections={sectionsFor(project, teams, extraItems, id, t)}
        shownId={id}
        fullPage={fullPage}
      />
    </ToastProvider>
  );
}

type SettingsProps = {
  user: CurrentUser;
  project: Project;
  sections: readonly Section[];
  shownId: string | undefined;
  fullPage: boolean;
};

function Settings({ user, project, sections, shownId, fullPage }: SettingsProps) {
  const t = useTranslation();
  const section = sections.find(({ id }) => id === shownId) ?? sections[0];
  const title = section && `${section.title} · ${t("Account settings")} · ${project.displayName}`;
  useTitle(fullPage ? title : undefined);
  if (!section) return null;
  const name = user.displayName?.trim() || user.primaryEmail;

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      {fullPage && <WayBack projectName={project.displayName} />}
      <header className="flex items-center gap-4">
        <Avatar name={name} imageUrl={user.profileImageUrl} className="size-12 text-base" />
        <div className="flex min-w-0 flex-col">
          <h1 className="text-2xl font-semibold tracking-tight text-ink">{t("Account settings")}</h1>
          {name && (
            <p className="truncate text-sm text-ink-soft">
              <Name>{name}</Name>
            </p>
          )}
        </div>
        {fullPage && <ThemeToggle className="ms-auto shrink-0" />}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <SectionList sections={sections} current={section} />
        <SectionMenu sections={sections} current={section} />
        <SectionLayout key={section.id} section={section} isArrival={shownId !== undefined}>
          {section.render({ user, project })}
        </SectionLayout>
      </div>
    </div>
  );
}

/** Leads to the page that the user came from, or home, where there is one. */
function WayBack({ projectName }: { projectName: string }) {
  const t = useTranslation();
  const { urls } = useApp();
  const pageBefore = () =>
    cameFrom({ href: window.location.href, referrer: document.referrer }, { handlerUrl: urls.handler });
  const from = useSyncExternalStore(subscribeToHash, pageBefore, () => undefined);
  const target = from ?? urls.home;
  if (!target) return null;
  return (
    <a
      href={target}
      className="-my-2 flex min-h-10 max-w-full items-center gap-1.5 self-start text-sm font-medium text-ink-soft hover:text-ink"
    >
      <ArrowLeftIcon className="size-4 shrink-0 rtl:-scale-x-100" aria-hidden="true" />
      <span className="truncate">{t.rich("Back to {project}", { project: <Name>{projectName}</Name> })}</span>
    </a>
  );
}

type NavigationProps = { sections: readonly Section[]; current: Section };

/** The sections beside the content, on a wide screen. */
function SectionList({ sections, current }: NavigationProps) {
  const t = useTranslation();
  return (
    <nav
      aria-label={t("Account settings")}
      className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] flex-col gap-5 overflow-y-auto lg:flex"
    >
      {groupsOf(sections).map(([group, members]) => (
        <div key={group} className="flex flex-col gap-1">
          {group && <h2 className="px-2 text-2xs font-medium text-ink-soft">{group}</h2>}
          <ul className="flex flex-col gap-0.5">
            {members.map((section) => (
              <li key={section.id}>
                <SectionLink section={section} isCurrent={section === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function SectionLink({ section, isCurrent }: { section: Section; isCurrent: boolean }) {
  const shown = use(ShownSectionContext);
  return (
    <a
      href={`#${section.id}`}
      onClick={
        shown &&
        ((event) => {
          event.preventDefault();
          shown.show(section.id);
        })
      }
      aria-current={isCurrent ? "page" : undefined}
      className="group flex min-h-10 items-center gap-3 rounded-control px-2 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-ink"
    >
      <span
        aria-hidden="true"
        className="flex h-8 w-7 shrink-0 items-end justify-center rounded-t-full rounded-b-sm pb-1.5 group-aria-[current=page]:bg-accent-soft group-aria-[current=page]:text-accent [&_svg]:size-4"
      >
        {section.icon}
      </span>
      <Name className="truncate">{section.title}</Name>
    </a>
  );
}

/** The sections by heading; those of the account itself have the empty one. */
function groupsOf(sections: readonly Section[]): [heading: string, sections: readonly Section[]][] {
  return [...Map.groupBy(sections, ({ group = "" }) => group)];
}

/** The sections in a menu, on a narrow screen. */
function SectionMenu({ sections, current }: NavigationProps) {
  const t = useTranslation();
  const { show } = useShownSection();
  return (
    <div className="lg:hidden">
      <DropdownMenu
        align="start"
        trigger={
          <button type="button" className={buttonClasses("secondary", "medium", "w-full justify-between!")}>
            <span className="flex min-w-0 items-center gap-2.5 [&_svg]:text-accent">
              {current.icon}
              <span className="sr-only">{t("Section:")} </span>
              <Name className="truncate">{current.title}</Name>
            </span>
            <ChevronsUpDownIcon className="text-ink-soft" aria-hidden="true" />
          </button>
        }
      >
        {groupsOf(sections).map(([group, members]) => {
          const items = members.map((section) => (
            <MenuItem key={section.id} icon={section.icon} text={section.title} onSelect={() => show(section.id)}>
              <Name>{section.title}</Name>
            </MenuItem>
          ));
          return group ? (
            <MenuGroup key={group} label={group}>
              {items}
            </MenuGroup>
          ) : (
            items
          );
        })}
      </DropdownMenu>
    </div>
  );
}

/** One section: its heading and its content, or its loading or failed state. */
function SectionLayout({
  section,
  isArrival,
  children,
}: {
  section: Section;
  /** Is true if a section was selected: then its heading takes the focus. */
  isArrival: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) heading.current?.focus();
  }, [isArrival]);

  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-col gap-1 max-lg:contents">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          // On a narrow screen the menu above shows it.
          className="sr-only text-lg font-semibold tracking-tight text-ink outline-none lg:not-sr-only"
        >
          <Name className="wrap-anywhere">{section.title}</Name>
        </h2>
        {section.description && <p className="text-sm text-ink-soft">{section.description}</p>}
      </div>
      <Recoverable>
        <Suspense fallback={<LoadingSection />}>{children}</Suspense>
      </Recoverable>
    </section>
  );
}

function LoadingSection() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      <Spinner label={t("Loading")} className="sr-only" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
      <p className="animate-late text-sm text-ink-soft">{t("Still loading. Your connection may be slow.")}</p>
    </div>
  );
}
