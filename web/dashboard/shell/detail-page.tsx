import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ComponentType, type ReactNode, Suspense, useEffect, useRef } from "react";
import { CopyField } from "../../ui/data/copy-field";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTitle } from "../../ui/layout/use-title";
import { classNames } from "../../ui/theme/class-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { PersonAvatar, TeamAvatar } from "./avatars";
import { SectionHeader } from "./section-header";

/** The page of one of a list, such as a user: what an owner can see of it and do, at once or in parts. */
export function DetailPage<Part extends string, Props extends object>({
  notice,
  name,
  imageUrl,
  isTeam = false,
  facts,
  note,
  id,
  idLabel,
  parts,
  components,
  shown,
  children,
  ...header
}: ComponentProps<typeof SectionHeader> & {
  /** Between the head and the facts. */
  notice?: ReactNode;
  name?: string | null;
  /** Is absent where nothing stands for it, such as an endpoint. */
  imageUrl?: string | null;
  isTeam?: boolean;
  facts: readonly { name: string; value: ReactNode }[];
  /** Says below the facts what they count. */
  note?: ReactNode;
  id: string;
  idLabel: string;
  parts?: ComponentProps<typeof Parts<Part>>;
  components?: Readonly<Record<Part, ComponentType<Props>>>;
  /** What is shown, as its parts take it. */
  shown?: Props;
  /** Is shown where there are no parts. */
  children?: ReactNode;
}) {
  const Image = isTeam ? TeamAvatar : PersonAvatar;
  const OpenPart: ComponentType<Props> | undefined = parts && components?.[parts.open];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <SectionHeader {...header} />
        {notice}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-xs">
          {imageUrl !== undefined && <Image name={name ?? null} imageUrl={imageUrl} className="size-14 text-lg" />}
          {/* In two columns, so that the card is as high whatever the facts are. */}
          <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[auto_auto] justify-start gap-x-8 gap-y-3 text-sm 2xl:flex 2xl:flex-wrap">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex flex-col gap-0.5">
                <dt className="text-2xs text-ink-soft">{name}</dt>
                <dd className="text-ink">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="w-full min-w-0 lg:w-96">
            <CopyField label={idLabel} value={id} />
          </div>
          {note && <p className="w-full text-sm text-ink-soft">{note}</p>}
        </div>
      </div>
      {parts && <Parts {...parts} />}
      {/* A part of its own for each: what was typed for one is not kept for another. */}
      <Suspense key={`${id} ${parts?.open}`} fallback={<LoadingPart />}>
        {OpenPart && shown ? <OpenPart {...shown} /> : children}
      </Suspense>
    </div>
  );
}

/** In place of the page of one of a list, where none has the id of the address: why, and what leads to the list. */
export function UnknownPage(state: ComponentProps<typeof EmptyState>) {
  const { displayName } = useOwnedProject();
  useTitle(`${state.title} · ${displayName} · Gatehouse`);
  return <EmptyState isPage {...state} />;
}

/** The links to the parts of a page. It scrolls where they do not fit, so that the open part's is seen. */
export function PartLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector("[aria-current=page]");
    if (!nav.current || !link) return;
    const [shown, open] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    // Not by `scrollIntoView`, which scrolls the page as well.
    if (open.right > shown.right) nav.current.scrollLeft += open.right - shown.right;
    else if (open.left < shown.left) nav.current.scrollLeft -= shown.left - open.left;
  });
  return (
    <nav ref={nav} aria-label={label} className="flex overflow-x-auto shadow-[inset_0_-1px_var(--gh-line)]">
      {children}
    </nav>
  );
}

/** A link to a part of a page, which is open or not. */
export const PartLink = createLink(({ isOpen, children, ...link }: ComponentProps<"a"> & { isOpen: boolean }) => (
  <a
    {...link}
    // Not by the address alone, in which the first part has no name.
    aria-current={isOpen ? "page" : undefined}
    className={classNames(
      // The ring lies inside: what reaches beyond a list that scrolls is cut off.
      "flex min-h-11 items-center border-b-2 px-3 text-sm font-medium whitespace-nowrap focus-visible:-outline-offset-2 sm:min-h-10",
      isOpen ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
    )}
  >
    {children}
  </a>
));

interface PartsProps<Part extends string> {
  label: string;
  parts: Readonly<Record<Part, PlainMessage>>;
  open: Part;
  /** The search of a part's address, of which the first is undefined. */
  searchOf: (part: Part | undefined, search: never) => object;
}

/** The links to the parts of a page, by their names in the address, which has none for the first. */
export function Parts<Part extends string>({ label, parts, open, searchOf }: PartsProps<Part>) {
  const t = useTranslation();
  const texts = Object.entries<PlainMessage>(parts) as [Part, PlainMessage][];
  return (
    <PartLinks label={label}>
      {texts.map(([part, text], index) => (
        <PartLink
          key={part}
          to="."
          search={((search: never) => searchOf(index === 0 ? undefined : part, search)) as never}
          isOpen={part === open}
        >
          {t(text)}
        </PartLink>
      ))}
    </PartLinks>
  );
}

/** Stands for a part of a page while it is loaded. */
export function LoadingPart() {
  const t = useTranslation();
  return (
    <div aria-busy="true" className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6">
      <Spinner label={t("Loading")} className="sr-only" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
