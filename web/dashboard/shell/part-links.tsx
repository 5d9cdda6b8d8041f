import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { classNames } from "../../ui/theme/class-names";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";

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

/** The links to the parts of a page, by their names in the address, which has none for the first. */
export function Parts<Part extends string>({
  label,
  parts,
  open,
  searchOf,
}: {
  label: string;
  parts: Readonly<Record<Part, PlainMessage>>;
  open: Part;
  /** The search of a part's address, of which the first is undefined. */
  searchOf: (part: Part | undefined, search: never) => object;
}) {
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
