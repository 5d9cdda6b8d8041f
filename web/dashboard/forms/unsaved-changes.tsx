import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../translation/use-translation";

/** Asks before another page, or a reload, loses what was not saved. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const t = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      isOpen
      onOpenChange={blocker.reset}
      title={t("Leave without saving?")}
      description={t("What you changed on this page will be lost.")}
      actions={
        <>
          <Button variant="secondary" onClick={blocker.reset}>
            {t("Stay")}
          </Button>
          <Button variant="danger" onClick={blocker.proceed}>
            {t("Leave")}
          </Button>
        </>
      }
    />
  );
}
