import { Link } from "@tanstack/react-router";
import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { SectionHeader } from "../../shell/section-header";

/** What the endpoints about themes, templates and drafts are called in the API reference. */
export const contentReference = "Email themes, templates and drafts";

/** The addresses of the lists. */
export type ContentListAddress = `/projects/$projectId/emails/${"templates" | "themes" | "drafts"}`;

/** The head of a page with an editor, with a link back to the list. */
export function ContentHeader({
  title,
  description,
  list,
  to,
  projectId,
  actions,
}: {
  title: string;
  description?: ReactNode;
  /** The name of the list. */
  list: string;
  to: ContentListAddress;
  projectId: string;
  actions?: ReactNode;
}) {
  return (
    <SectionHeader
      title={title}
      description={description}
      reference={contentReference}
      actions={actions}
      above={
        <Link
          to={to}
          params={{ projectId }}
          className="flex w-fit items-center gap-1.5 rounded-control text-sm text-ink-soft hover:text-ink"
        >
          <ArrowLeftIcon className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {list}
        </Link>
      }
    />
  );
}
