import PlusIcon from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { Button } from "../../../ui/buttons/button";
import { SectionHeader } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { EmailsNavigation, type EmailsPage } from "../emails-navigation";
import { contentReference } from "./content-header";

/** A page with the list of templates, themes or drafts. */
export function ContentListPage({
  page,
  title,
  description,
  createLabel,
  onCreate,
  children,
}: {
  page: EmailsPage;
  title: string;
  description: string;
  createLabel: string;
  onCreate: () => void;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Emails")}
        tabTitle={title}
        description={description}
        reference={contentReference}
        actions={
          <Button onClick={onCreate}>
            <PlusIcon aria-hidden="true" />
            {createLabel}
          </Button>
        }
      />
      <EmailsNavigation open={page} />
      {children}
    </div>
  );
}

/** The entries of a list, each with a link to its page. */
export function ContentList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface shadow-xs"
    >
      {children}
    </ul>
  );
}

/** An entry: the link covers it, below what else can be used. */
export function ContentItem({ link, note, children }: { link: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 first:rounded-t-card last:rounded-b-card hover:bg-sunken sm:px-6">
      <span className="flex min-w-0 flex-1 basis-48 flex-col gap-0.5">
        {link}
        {note && <span className="text-sm text-ink-soft">{note}</span>}
      </span>
      {children}
    </li>
  );
}

/** The classes of the link of an entry. */
export const itemLinkClasses =
  "text-sm font-medium wrap-anywhere text-ink after:absolute after:inset-0 hover:underline";
