import LockIcon from "lucide-react/icons/lock";
import LockOpenIcon from "lucide-react/icons/lock-open";
import Trash2Icon from "lucide-react/icons/trash-2";
import UsersRoundIcon from "lucide-react/icons/users-round";
import XIcon from "lucide-react/icons/x";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../ui/buttons/button";
import type { Selection } from "../table/selection";
import { useTranslation } from "../translation/use-translation";

const dialogs = () => import("./bulk-dialogs");
const DeleteUsersDialog = lazy(async () => ({ default: (await dialogs()).DeleteUsersDialog }));
const RestrictUsersDialog = lazy(async () => ({ default: (await dialogs()).RestrictUsersDialog }));
const AddUsersToTeamDialog = lazy(async () => ({ default: (await dialogs()).AddUsersToTeamDialog }));

/**
 * Offers what can be done with the selected users, at the lower edge of the window while there are any.
 *
 * @param props.areRestricted whether the list has restricted users only
 * @param props.children what selects more
 */
export function BulkActions({
  selection,
  nameOf,
  areRestricted,
  children,
}: {
  selection: Selection;
  nameOf: (userId: string) => string;
  areRestricted: boolean;
  children?: ReactNode;
}) {
  const t = useTranslation();
  const [open, setOpen] = useState<"delete" | "add" | "restrict">();
  const count = selection.ids.size;
  const close = () => setOpen(undefined);
  return (
    <>
      {count > 0 && (
        <section
          aria-label={t("Selected users")}
          className="sticky bottom-[calc(var(--gh-toasts,0px)+1rem)] z-10 mx-auto flex max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 ps-4 shadow-float"
        >
          <p className="me-2 text-sm font-medium text-ink" role="status">
            {t("{count, plural, one {# user selected} other {# users selected}}", { count })}
          </p>
          {children}
          <Button variant="secondary" size="small" onClick={() => setOpen("add")}>
            <UsersRoundIcon aria-hidden="true" />
            {t("Add to team")}
          </Button>
          <Button variant="secondary" size="small" onClick={() => setOpen("restrict")}>
            {areRestricted ? <LockOpenIcon aria-hidden="true" /> : <LockIcon aria-hidden="true" />}
            {areRestricted ? t("Lift restrictions") : t("Restrict")}
          </Button>
          <Button variant="secondary" size="small" onClick={() => setOpen("delete")} className="text-danger">
            <Trash2Icon aria-hidden="true" />
            {t("Delete")}
          </Button>
          <Button variant="ghost" size="icon" aria-label={t("Clear the selection")} onClick={selection.clear}>
            <XIcon aria-hidden="true" />
          </Button>
        </section>
      )}
      <Suspense>
        {open === "delete" && <DeleteUsersDialog selection={selection} nameOf={nameOf} onClose={close} />}
        {open === "restrict" && (
          <RestrictUsersDialog selection={selection} nameOf={nameOf} isLifting={areRestricted} onClose={close} />
        )}
        {open === "add" && <AddUsersToTeamDialog selection={selection} nameOf={nameOf} onClose={close} />}
      </Suspense>
    </>
  );
}
