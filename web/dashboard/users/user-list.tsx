import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import SearchXIcon from "lucide-react/icons/search-x";
import UsersIcon from "lucide-react/icons/users";
import { useMemo } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { metricsOptions } from "../metrics/queries";
import { useOwnedProject } from "../projects/use-owned-projects";
import { ListEnd, loadNextPage } from "../table/list-end";
import { type PagedRows, usePagedRows } from "../table/paged-rows";
import type { Selection } from "../table/selection";
import { VirtualTable } from "../table/virtual-table";
import { useTranslation } from "../translation/use-translation";
import { BulkActions } from "./bulk-actions";
import type { OptionalColumn } from "./chosen-columns";
import { type ListedUser, userListOptions } from "./queries";
import { userName } from "./user-texts";
import { SelectAll } from "./select-all";
import { userColumns } from "./user-columns";
import { noFilters } from "./user-filters";
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

  if (list.isPending) return <LoadingUsers />;
  if (list.isError && !list.isFetchNextPageError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Alert tone="danger">{describeFailure(list.error, t)}</Alert>
        <Button variant="secondary" onClick={() => list.refetch()}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
  if (users.length === 0) return <NoUsers search={search} onChange={onChange} onCreate={onCreate} />;

  return (
    <div className="flex flex-col gap-4">
      {isByActivity && (
        <p className="text-sm text-ink-soft">
          {t("Users who have not been active since they signed up are not in this order.")}
        </p>
      )}
      <VirtualTable
        caption={t("Users")}
        columns={shownColumns}
        rows={users}
        rowId={({ user }) => user.id}
        rowName={({ user }) => userName(user, t)}
        total={isFiltered(search) || isByActivity ? undefined : metrics?.total_users}
        selection={selection}
        isStale={list.isPlaceholderData}
        onEnd={loadNextPage(list)}
      />
      <ListEnd query={list} />
    </div>
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
      <Card>
        <EmptyState
          icon={<SearchXIcon />}
          title={t("No users found")}
          action={
            <Button
              variant="secondary"
              onClick={() => onChange({ ...noFilters, q: undefined, sort: undefined, order: undefined })}
            >
              {t("Show all users")}
            </Button>
          }
        >
          {search.q === undefined || isFiltered({ ...search, q: undefined })
            ? t("No user is what all the filters ask for.")
            : findsBeginningsOnly(search.q)
              ? t("No name or email address begins with “{text}”. Three characters or more are found anywhere.", {
                  text: search.q,
                })
              : t("No name, email address or ID contains “{text}”.", { text: search.q })}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<UsersIcon />}
        title={t("No users yet")}
        action={<Button onClick={onCreate}>{t("Create user")}</Button>}
      >
        {t("Users appear here when they sign up in your app, or when you or your backend create them.")}
      </EmptyState>
      <CodeBlock title="server.ts" code={creation} className="mx-auto w-full max-w-xl" />
    </Card>
  );
}

function LoadingUsers() {
  const t = useTranslation();
  return (
    <div aria-busy="true" className="flex flex-col gap-px overflow-hidden rounded-card border border-line bg-surface">
      <Spinner label={t("Loading users")} className="sr-only" />
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row} className="flex items-center gap-3 px-5 py-3.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ms-auto h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
