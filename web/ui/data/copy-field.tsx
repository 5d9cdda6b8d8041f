import { type ReactNode, useId } from "react";
import { CopyButton } from "../buttons/copy-button";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** A value to copy, such as a key or an id. With `isTyped` it is never truncated: people type it, or look whether all of it is there. */
export function CopyField({
  label,
  value,
  hint,
  isTyped = false,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
  isTyped?: boolean;
}) {
  const t = useTranslation();
  const labelId = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium text-ink">
        {label}
      </span>
      <div className="flex min-h-11 items-center justify-between gap-1 rounded-control border border-line bg-sunken ps-3 sm:min-h-10">
        <output
          dir="ltr"
          aria-labelledby={labelId}
          className={classNames(
            "min-w-0 flex-1 font-mono text-sm text-ink",
            isTyped ? "max-w-[36ch] py-2 wrap-anywhere" : "truncate",
          )}
          title={value}
        >
          {value}
        </output>
        <CopyButton text={value} label={t("Copy {name}", { name: label })} />
      </div>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
    </div>
  );
}
