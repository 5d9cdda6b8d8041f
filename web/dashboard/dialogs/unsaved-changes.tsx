import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../translation/use-translation";

/** Asks before another page, or a reload, loses what was not saved. */
export function UnsavedChanges({
  isDirty,
  isLost = ({ current, next }) => current.pathname !== next.pathname,
}: {
  isDirty: boolean;
  /** Tells whether a change of the address loses it. */
  isLost?: ShouldBlockFn;
}) {
  const blocker = useBlocker({
    shouldBlockFn: isLost,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />;
}

/** Asks whether what was not saved may be lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslation();
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title={t("Leave without saving?")}
      description={t("What you changed here will be lost.")}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            {t("Stay")}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t("Leave")}
          </Button>
        </>
      }
    />
  );
}
