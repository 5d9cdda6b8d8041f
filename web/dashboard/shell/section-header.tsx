import { createLink } from "@tanstack/react-router";
import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import BookOpenIcon from "lucide-react/icons/book-open";
import CodeIcon from "lucide-react/icons/code";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { PageHeader } from "../../ui/layout/page-header";
import { useTitle } from "../../ui/layout/use-title";
import { Dialog } from "../../ui/overlays/dialog";
import { classNames } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { useShownCode } from "../code/shown-code";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

interface SectionHeaderProps {
  title: string;
  /** In the title of the browser's tab, where the page's own would not say which section it is. */
  tabTitle?: string;
  description?: ReactNode;
  /** The group of endpoints in the API reference, such as "Project keys". */
  reference?: string;
  /** The main actions of the page. */
  actions?: ReactNode;
  /** A line above the title, such as a link back. */
  above?: ReactNode;
}

/** The title of a section's page, which is that of the browser's tab as well, with a link to its part of the API reference. */
export function SectionHeader({ title, tabTitle = title, description, reference, actions, above }: SectionHeaderProps) {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  useTitle(`${tabTitle} · ${project.displayName} · Gatehouse`);
  return (
    <PageHeader
      title={title}
      description={description}
      above={above}
      actions={
        <>
          <ShowCodeButton />
          {reference && (
            <a
              href={referenceAddress(apiUrl, reference)}
              target="_blank"
              rel="noreferrer"
              // Its text is in line with what is above and below: on a phone with the title, else with the end of the cards.
              className={buttonClasses("ghost", "medium", "max-sm:-ms-4 sm:last:-me-4")}
            >
              <BookOpenIcon aria-hidden="true" />
              {t("API reference")}
            </a>
          )}
          {actions}
        </>
      }
    />
  );
}

/** A page of a section: its title, and below it what it shows. */
export function SectionPage({ children, ...header }: SectionHeaderProps & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader {...header} />
      {children}
    </div>
  );
}

/** A link back to the list from which a page was opened, above its title. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<"a">) => (
  <a
    {...link}
    className="inline-flex min-h-11 items-center gap-1.5 self-start rounded-control text-sm font-medium text-ink-soft hover:text-ink sm:min-h-0"
  >
    <ArrowLeftIcon className="size-4 rtl:rotate-180" aria-hidden="true" />
    {children}
  </a>
));

/** The address of a group of endpoints in the API reference. */
export function referenceAddress(apiUrl: string, group: string): string {
  return `${apiUrl}/api/v1/docs#tag/${group.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/**
 * Opens what was done last as the code that does the same. Before anything was done its place is empty, so that nothing moves
 * once it is there.
 */
export function ShowCodeButton() {
  const t = useTranslation();
  const { shown } = useShownCode();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {/* On a phone it is a sign after the other actions, and has no place before: often that was an empty line. */}
      <Button
        variant="ghost"
        title={shown ? t("Your last change as code: {change}", { change: shown.title }) : undefined}
        onClick={() => setIsOpen(true)}
        className={classNames("max-sm:order-last", !shown && "invisible max-sm:hidden")}
      >
        <CodeIcon aria-hidden="true" />
        <span className="max-sm:sr-only">{t("Show as code")}</span>
      </Button>
      {shown && (
        <Dialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          title={shown.title}
          description={
            shown.description ??
            t("What you did last, by the kit: run it on your backend with the keys of this project.")
          }
          actions={<Button onClick={() => setIsOpen(false)}>{t("Done")}</Button>}
        >
          <CodeBlock title="TypeScript" code={shown.code} />
        </Dialog>
      )}
    </>
  );
}
