import ChevronLeftIcon from "lucide-react/icons/chevron-left";
import ChevronRightIcon from "lucide-react/icons/chevron-right";
import { Button } from "../buttons/button";

/** Buttons for the previous and next page of a list; paging by cursor has no page numbers to link to. */
export function Pagination({
  label,
  summary,
  onPrevious,
  onNext,
}: {
  /** The name of the list, for screen readers: "Users". */
  label: string;
  /** Says what is shown, such as "Page 2". */
  summary: string;
  /** Absent on the first page. */
  onPrevious?: () => unknown;
  /** Absent on the last page. */
  onNext?: () => unknown;
}) {
  return (
    <nav aria-label={`${label} pages`} className="flex items-center justify-between gap-4">
      <p aria-live="polite" className="text-sm text-ink-soft">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeftIcon aria-hidden="true" />
          Previous
        </Button>
        <Button variant="secondary" size="small" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRightIcon aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
