import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { SearchField } from "../../ui/forms/search-field";
import { Dialog } from "../../ui/overlays/dialog";
import { Name } from "../../ui/text/name";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { foundUsersOptions } from "./queries";

/** Finds a user by name or email, whose id the log is then filtered by. */
export default function UserDialog({ onChoose, onClose }: { onChoose: (userId: string) => void; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [query, setQuery] = useState("");
  const users = useQuery(foundUsersOptions(app, query));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Find a user")}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t("Cancel")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchField label={t("Search by name, email or ID")} value={query} onSearch={setQuery} />
        {users.isError && <Alert tone="danger">{describeFailure(users.error, t)}</Alert>}
        {users.isPending && <Skeleton className="h-24" />}
        {users.data?.length === 0 && <p className="text-sm text-ink-soft">{t("No users found")}</p>}
        <ul aria-label={t("Users")} className="-mx-2 flex flex-col empty:hidden">
          {users.data?.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(user.id);
                  onClose();
                }}
                className="flex min-h-11 w-full flex-col justify-center rounded-control px-2 py-1 text-start text-sm hover:bg-sunken"
              >
                <span className="max-w-full truncate text-ink">
                  <Name>{user.displayName ?? user.primaryEmail ?? user.id}</Name>
                </span>
                {user.displayName && user.primaryEmail && (
                  <span className="max-w-full truncate text-2xs text-ink-soft">{user.primaryEmail}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
