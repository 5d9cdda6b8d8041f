import Trash2Icon from "lucide-react/icons/trash-2";
import UsersRoundIcon from "lucide-react/icons/users-round";
import XIcon from "lucide-react/icons/x";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/buttons/button";
import type { Selection } from "../table/selection";
import { useTranslation } from "../translation/use-translation";

const DeleteUsersDialog = lazy(() => import("./bulk/delete-users-dialog"));
const AddUsersToTeamDialog = lazy(() => import("./bulk/add-to-team-dialog"));

/** What can be done with the selected users, at the lower edge of the window while there are any. */
export function BulkActions({ selection, nameOf }: { selection: Selection; nameOf: (userId: string) => string }) {
  const t = useTranslation();
  const [open, setOpen] = useState<"delete" | "add">();
  const count = selection.ids.size;
  const close = () => setOpen(undefined);
  return (
    <>
      {count > 0 && (
        <section
          aria-label={t("Selected users")}
          className="sticky bottom-4 z-10 mx-auto flex max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 ps-4 shadow-float"
        >
          <p className="me-2 text-sm font-medium text-ink" role="status">
            {t("{count, plural, one {# user selected} other {# users selected}}", { count })}
          </p>
          <Button variant="secondary" size="small" onClick={() => setOpen("add")}>
            <UsersRoundIcon aria-hidden="true" />
            {t("Add to team")}
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
        {open === "add" && <AddUsersToTeamDialog selection={selection} nameOf={nameOf} onClose={close} />}
      </Suspense>
    </>
  );
}
