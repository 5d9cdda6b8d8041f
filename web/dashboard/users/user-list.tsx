import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import LockIcon from "lucide-react/icons/lock";
import LockOpenIcon from "lucide-react/icons/lock-open";
import Trash2Icon from "lucide-react/icons/trash-2";
import UsersIcon from "lucide-react/icons/users";
import UsersRoundIcon from "lucide-react/icons/users-round";
import XIcon from "lucide-react/icons/x";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { EmptyList, NothingFound } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { PagedTable } from "../table/paged-table";
import { type Selection, usePagedRows } from "../table/virtual-table";
import { type Translate, useTranslation } from "../translation/use-translation";
import { metricsOptions } from "../usage/queries";
import { noFilters } from "../user-filters/user-filters";
import { findsBeginningsOnly, isFiltered, listedUsers, sortOf, type UserSearch } from "../user-filters/user-search";
import { type ListedUser, readAllUsers, userListOptions, userName } from "./queries";
import { type OptionalColumn, userColumns } from "./user-columns";

const usersOf = ({ users }: { users: ListedUser[] }) => users;

const creation = `await serverApp.createUser({
  displayName: "Ada Lovelace",
  primaryEmail: "ada@example.com",
  primaryEmailAuthEnabled: true,
});`;

interface UserListProps {
  search: UserSearch;
  columns: readonly OptionalColumn[];
  selection: Selection;
  onChange: (changes: UserSearch) => void;
  onCreate: () => void;
}

/** The users whom `search` selects, page by page, and what can be done with those that are selected. */
export function UserList({ search, columns, selection, onChange, onCreate }: UserListProps) {
  const t = useTranslation();
  const { app, config } = useOwnedProject();
  const { data: metrics } = useQuery(metricsOptions(app));
  // The previous list stays while another one is read.
  const list = useInfiniteQuery({ ...userListOptions(app, listedUsers(search)), placeholderData: keepPreviousData });
  const users = usePagedRows(list.data?.pages, usersOf);
  const { ids } = selection;
  const areAllSelected = useMemo(
    // Mostly decided by counting.
    () => users.length > 0 && ids.size >= users.length && users.every(({ user }) => ids.has(user.id)),
    [users, ids],
  );
  const isByActivity = sortOf(search) === "active";
  const columnsOf = useCallback(
    (t: Translate) => userColumns(columns, search, onChange, config, t),
    [columns, search, onChange, config],
  );

  function nameOf(userId: string): string {
    for (const { user } of users) if (user.id === userId) return userName(user, t);
    return userId;
  }

  return (
    <>
      {isByActivity && users.length > 0 && (
        <p className="text-sm text-ink-soft">
          {t("Users who have not been active since they signed up are not in this order.")}
        </p>
      )}
      <PagedTable
        list={list}
        caption={t("Users")}
        rowsOf={usersOf}
        columnsOf={columnsOf}
        rowId={({ user }) => user.id}
        rowName={({ user }) => userName(user, t)}
        total={isFiltered(search) || isByActivity ? undefined : metrics?.total_users}
        selection={selection}
        empty={<NoUsers search={search} onChange={onChange} onCreate={onCreate} />}
      />
      <BulkActions selection={selection} nameOf={nameOf} areSuspended={search.state === "suspended"}>
        {list.hasNextPage && areAllSelected && (
          <SelectAll key={JSON.stringify(search)} search={search} onSelect={(ids) => selection.select(ids, true)} />
        )}
      </BulkActions>
    </>
  );
}

function NoUsers({ search, onChange, onCreate }: Pick<UserListProps, "search" | "onChange" | "onCreate">) {
  const t = useTranslation();
  if (isFiltered(search) || sortOf(search) === "active") {
    return (
      <NothingFound
        title={t("No users found")}
        showLabel={t("Show all users")}
        onShow={() => onChange({ ...noFilters, q: undefined, sort: undefined, order: undefined })}
      >
        {search.q === undefined || isFiltered({ ...search, q: undefined })
          ? t("No user is what all the filters ask for.")
          : findsBeginningsOnly(search.q)
            ? t("No name or email address begins with “{text}”. Three characters or more are found anywhere.", {
                text: search.q,
              })
            : t("No name, email address or ID contains “{text}”.", { text: search.q })}
      </NothingFound>
    );
  }
  return (
    <EmptyList
      icon={<UsersIcon />}
      title={t("No users yet")}
      action={<Button onClick={onCreate}>{t("Create user")}</Button>}
      codeTitle="server.ts"
      code={creation}
    >
      {t("Users appear here when they sign up in your app, or when you or your backend create them.")}
    </EmptyList>
  );
}

/** Selects all users of the list, also those that are not loaded, and says how far that is; it can be cancelled. */
export function SelectAll({ search, onSelect }: { search: UserSearch; onSelect: (ids: readonly string[]) => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const reportFailure = useReportFailure();
  const [read, setRead] = useState<number>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setRead(0);
    try {
      const users = await readAllUsers(app, search, { signal, onPage: setRead });
      onSelect(users.map(({ id }) => id));
      setIsDone(true);
    } catch (error) {
      if (!signal.aborted) reportFailure(error);
    }
    if (!signal.aborted) setRead(undefined);
  }

  function cancel() {
    control.current?.abort();
    setRead(undefined);
  }

  if (isDone) return null;
  if (read === undefined) {
    return (
      <Button variant="secondary" size="small" onClick={() => void start()}>
        {t("Select all users of the list")}
      </Button>
    );
  }
  return (
    <>
      <span role="status" className="text-sm text-ink-soft">
        {t("{count, plural, one {# user read} other {# users read}}", { count: read })}
      </span>
      <Button variant="secondary" size="small" onClick={cancel}>
        {t("Cancel")}
      </Button>
    </>
  );
}

const dialogs = () => import("./bulk-dialogs");
const DeleteUsersDialog = lazyDialog(dialogs, "DeleteUsersDialog");
const SuspendUsersDialog = lazyDialog(dialogs, "SuspendUsersDialog");
const AddUsersToTeamDialog = lazyDialog(dialogs, "AddUsersToTeamDialog");

interface BulkActionsProps {
  selection: Selection;
  nameOf: (userId: string) => string;
  areSuspended: boolean;
  children?: ReactNode;
}

/**
 * Offers what can be done with the selected users, at the lower edge of the window while there are any.
 *
 * @param props.areSuspended whether the list has suspended users only
 * @param props.children what selects more
 */
export function BulkActions({ selection, nameOf, areSuspended, children }: BulkActionsProps) {
  const t = useTranslation();
  const [open, setOpen] = useState<"delete" | "add" | "suspend">();
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
          <Button variant="secondary" size="small" onClick={() => setOpen("suspend")}>
            {areSuspended ? <LockOpenIcon aria-hidden="true" /> : <LockIcon aria-hidden="true" />}
            {areSuspended ? t("Lift suspensions") : t("Suspend")}
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
      {open === "delete" && <DeleteUsersDialog selection={selection} nameOf={nameOf} onClose={close} />}
      {open === "suspend" && (
        <SuspendUsersDialog selection={selection} nameOf={nameOf} isLifting={areSuspended} onClose={close} />
      )}
      {open === "add" && <AddUsersToTeamDialog selection={selection} nameOf={nameOf} onClose={close} />}
    </>
  );
}
