import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import UsersIcon from "lucide-react/icons/users";
import { useMemo } from "react";
import { Button } from "../../ui/buttons/button";
import { EmptyList, NothingFound } from "../lists/list-end";
import { metricsOptions } from "../metrics/queries";
import { useOwnedProject } from "../projects/use-owned-projects";
import { type PagedRows, usePagedRows } from "../table/paged-rows";
import { PagedTable } from "../table/paged-table";
import type { Selection } from "../table/selection";
import { useTranslation } from "../translation/use-translation";
import { BulkActions } from "./bulk-actions";
import type { OptionalColumn } from "./chosen-columns";
import { type ListedUser, userListOptions } from "./queries";
import { SelectAll } from "./select-all";
import { userColumns } from "./user-columns";
import { noFilters } from "./user-filters";
import { userName } from "./user-name";
import { findsBeginningsOnly, isFiltered, listedUsers, sortOf, type UserSearch } from "./user-search";

type UserListPage = { users: ListedUser[] };
type UserListQuery = UseInfiniteQueryResult<InfiniteData<UserListPage>>;

const usersOf = ({ users }: UserListPage) => users;

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
export function UserList(props: UserListProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { search, selection } = props;
  // The previous list stays while another one is read.
  const list = useInfiniteQuery({ ...userListOptions(app, listedUsers(search)), placeholderData: keepPreviousData });
  const users = usePagedRows(list.data?.pages, usersOf);
  const { ids } = selection;
  const areAllSelected = useMemo(
    // Mostly decided by counting.
    () => users.length > 0 && ids.size >= users.length && users.every(({ user }) => ids.has(user.id)),
    [users, ids],
  );

  function nameOf(userId: string): string {
    for (const { user } of users) if (user.id === userId) return userName(user, t);
    return userId;
  }

  return (
    <>
      <LoadedUsers {...props} list={list} users={users} />
      <BulkActions selection={selection} nameOf={nameOf} areRestricted={search.state === "restricted"}>
        {list.hasNextPage && areAllSelected && (
          <SelectAll key={JSON.stringify(search)} search={search} onSelect={(ids) => selection.select(ids, true)} />
        )}
      </BulkActions>
    </>
  );
}

function LoadedUsers({
  search,
  columns,
  selection,
  onChange,
  onCreate,
  list,
  users,
}: UserListProps & { list: UserListQuery; users: PagedRows<ListedUser> }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: metrics } = useQuery(metricsOptions(app));
  const isByActivity = sortOf(search) === "active";
  const shownColumns = useMemo(() => userColumns(columns, search, onChange, t), [columns, search, onChange, t]);

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
        columns={shownColumns}
        rows={users}
        rowId={({ user }) => user.id}
        rowName={({ user }) => userName(user, t)}
        total={isFiltered(search) || isByActivity ? undefined : metrics?.total_users}
        selection={selection}
        empty={<NoUsers search={search} onChange={onChange} onCreate={onCreate} />}
      />
    </>
  );
}

function NoUsers({
  search,
  onChange,
  onCreate,
}: {
  search: UserSearch;
  onChange: (changes: UserSearch) => void;
  onCreate: () => void;
}) {
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
