import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { type Section, sectionGroups } from "../shell/sections";
import { useTranslation } from "../translation/use-translation";

/** Links to the sections of a project. */
export function SectionNavigation({ projectId, onLeave }: { projectId: string; onLeave?: () => void }) {
  const t = useTranslation();
  const id = useId();
  const navigation = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The current link follows the address, also by the command palette.
  useEffect(() => {
    navigation.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav ref={navigation} aria-label={t("Sections")} className="flex flex-col gap-4">
      {sectionGroups().map(({ heading, members }) => (
        <div key={heading} className="flex flex-col gap-0.5">
          {heading && (
            <p id={`${id}-${heading}`} className="px-2 pb-1 text-2xs font-semibold text-ink-soft">
              {t(heading)}
            </p>
          )}
          <ul aria-labelledby={heading ? `${id}-${heading}` : undefined} className="flex flex-col gap-0.5">
            {members.map((section) => (
              <li key={section.to}>
                <SectionLink section={section} projectId={projectId} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        </div>
      ))}
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
      className="group flex min-h-11 scroll-my-4 items-center gap-3 rounded-control px-2 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-ink lg:min-h-9"
    >
      <span
        aria-hidden="true"
        className="flex h-8 w-7 items-end justify-center rounded-t-full rounded-b-sm pb-1.5 group-aria-[current=page]:bg-accent-soft group-aria-[current=page]:text-accent"
      >
        <Icon className="size-4" />
      </span>
      {t(label)}
    </Link>
  );
}
