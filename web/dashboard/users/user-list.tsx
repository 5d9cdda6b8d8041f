import { keepPreviousData, useQuery } from "@tanstack/react-query";
import SearchXIcon from "lucide-react/icons/search-x";
import UsersIcon from "lucide-react/icons/users";
import { inEnglish } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { DataTable } from "../../ui/data/data-table";
import { Pagination } from "../../ui/data/pagination";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useOwnedProject } from "../projects/use-owned-projects";
import { cursorsOf, nextPage, previousPage } from "../shell/cursor-search";
import { userPageOptions } from "./queries";
import { userColumns } from "./user-columns";
import { type PageSize, pageRequestOf, pageSizes, type UserSearch } from "./user-search";

const sizeOptions = [...pageSizes]
  .sort((a, b) => a - b)
  .map((size) => ({ value: String(size), label: `${size} a page` }));

/** The page of users that `search` selects. The previous page stays while the next one is read. */
export function UserList({
  search,
  onPage,
  onSize,
  onClear,
  onCreate,
}: {
  search: UserSearch;
  onPage: (page: UserSearch) => void;
  onSize: (size: PageSize) => void;
  onClear: () => void;
  onCreate: () => void;
}) {
  const { app } = useOwnedProject();
  const cursors = cursorsOf(search);
  const request = pageRequestOf(search);
  const page = useQuery({ ...userPageOptions(app, request), placeholderData: keepPreviousData });

  if (page.isError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Alert tone="danger">{inEnglish(page.error)}</Alert>
        <Button variant="secondary" onClick={() => page.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (page.isPending) return <LoadingUsers />;

  const users = page.data;
  if (users.length === 0) {
    return (
      <Card>
        {cursors.length > 0 ? (
          <EmptyState
            icon={<SearchXIcon />}
            title="This page no longer exists"
            action={
              <Button variant="secondary" onClick={() => onPage({ ...search, after: undefined })}>
                First page
              </Button>
            }
          >
            The first user of the page has been deleted.
          </EmptyState>
        ) : search.q ? (
          <EmptyState
            icon={<SearchXIcon />}
            title="No users found"
            action={
              <Button variant="secondary" onClick={onClear}>
                Show all users
              </Button>
            }
          >
            No name, email address or ID contains “{search.q}”.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<UsersIcon />}
            title="No users yet"
            action={<Button onClick={onCreate}>Create user</Button>}
          >
            Users appear here when they sign up in your app, or when you create them.
          </EmptyState>
        )}
      </Card>
    );
  }

  const { nextCursor } = users;
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        caption="Users"
        columns={userColumns}
        rows={users}
        rowId={(user) => user.id}
        isStale={page.isPlaceholderData}
      />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <div className="sm:w-36">
          <Select
            label="Users on a page"
            isLabelHidden
            options={sizeOptions}
            value={String(request.limit)}
            onValueChange={(chosen) => onSize(pageSizes.find((size) => String(size) === chosen) ?? pageSizes[0])}
          />
        </div>
        <Pagination
          label="Users"
          summary={`Page ${cursors.length + 1}`}
          onPrevious={cursors.length > 0 ? () => onPage(previousPage(search)) : undefined}
          onNext={
            nextCursor === null || page.isPlaceholderData ? undefined : () => onPage(nextPage(search, nextCursor))
          }
        />
      </div>
    </div>
  );
}

function LoadingUsers() {
  return (
    <div aria-busy="true" className="flex flex-col gap-px overflow-hidden rounded-card border border-line bg-surface">
      <Spinner label="Loading users" className="sr-only" />
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row} className="flex items-center gap-3 px-5 py-3.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
