import PlusIcon from "lucide-react/icons/plus";
import XIcon from "lucide-react/icons/x";
import type { ComponentProps } from "react";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

type FilterChipProps = Omit<ComponentProps<"button">, "value"> & {
  /** What the list is filtered by. */
  label: string;
  /** Its value in words, where the list is filtered by it. */
  value: string | undefined;
};

const chipClasses = "inline-flex min-h-11 items-center gap-1.5 text-sm sm:min-h-9";

/** A button that chooses a filter of a list; the trigger of a menu. */
export function FilterChip({ label, value, ...button }: FilterChipProps) {
  const isSet = value !== undefined;
  return (
    <button
      type="button"
      {...button}
      className={classNames(
        chipClasses,
        "max-w-full rounded-full border px-3 transition-colors",
        isSet
          ? "border-accent bg-accent-soft pe-9 font-medium text-accent-strong"
          : "border-dashed border-line-strong bg-surface text-ink-soft hover:text-ink",
      )}
    >
      {!isSet && <PlusIcon className="size-3.5 shrink-0" aria-hidden="true" />}
      <span className="truncate">{isSet ? `${label}: ${value}` : label}</span>
    </button>
  );
}

/** Stands over the end of a filter's button, and takes the filter away. */
export function ClearFilter({ label, onClear }: { label: string; onClear: () => void }) {
  const t = useTranslation();
  return (
    <button
      type="button"
      aria-label={t("Remove the filter {name}", { name: label })}
      onClick={onClear}
      className="absolute inset-y-0 end-0 flex w-9 items-center justify-center rounded-full text-accent-strong"
    >
      <XIcon className="size-3.5" aria-hidden="true" />
    </button>
  );
}
