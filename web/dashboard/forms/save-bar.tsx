import { useEffect, useRef } from "react";
import { Button } from "../../ui/buttons/button";
import { UnsavedChanges } from "../dialogs/form-dialog";
import { useTranslation } from "../translation/use-translation";

interface SaveBarProps {
  isDirty: boolean;
  isPending?: boolean;
  /** In place of "Save changes", for what does not exist yet. */
  saveLabel?: string;
  onDiscard: () => void;
}

/**
 * Ends a form that can be saved, and stays in view. While something in the form is not saved, Ctrl-S or Command-S saves as well.
 * Then it also asks before the page is left.
 */
export function SaveBar({ isDirty, isPending = false, saveLabel, onDiscard }: SaveBarProps) {
  const t = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDirty) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      bar.current?.closest("form")?.requestSubmit();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isDirty]);

  return (
    <>
      <UnsavedChanges isDirty={isDirty && !isPending} />
      <div
        ref={bar}
        className="sticky bottom-[var(--gh-toasts,0px)] -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 rounded-b-card border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:px-6"
      >
        {isDirty && (
          <>
            {/* Without a place of its own on phones, so that the buttons stand in one row. */}
            <span role="status" className="sr-only text-sm text-ink-soft sm:not-sr-only sm:me-auto">
              {t("Unsaved changes")}
            </span>
            <Button variant="secondary" onClick={onDiscard} disabled={isPending}>
              {t("Discard")}
            </Button>
          </>
        )}
        <Button type="submit" isPending={isPending} disabled={!isDirty}>
          {saveLabel ?? t("Save changes")}
        </Button>
      </div>
    </>
  );
}
