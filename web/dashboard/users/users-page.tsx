import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SearchField } from "../../ui/forms/search-field";
import { Select } from "../../ui/forms/select";
import { ListPage } from "../../ui/layout/list-page";
import { useTitle } from "../../ui/layout/use-title";
import { useOwnedProject } from "../projects/use-owned-projects";
import { CreateUserDialog } from "./create-user-dialog";
import { UserList } from "./user-list";
import type { UserSearch } from "./user-search";

const orders = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
] as const;

/** The users of the project. Search, order and page are part of the address. */
export function UsersPage() {
  const project = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/users" });
  const navigate = useNavigate({ from: "/projects/$projectId/users" });
  const [isCreating, setIsCreating] = useState(false);
  useTitle(`Users · ${project.displayName} · Gatehouse`);

  /** Shows the first page of another list. */
  function show(changes: UserSearch) {
    void navigate({ search: { ...search, after: undefined, ...changes }, replace: true });
  }

  return (
    <>
      <ListPage
        title="Users"
        description="All users with an account in this project."
        createLabel="Create user"
        onCreate={() => setIsCreating(true)}
      >
        <search className="flex flex-col gap-3 sm:flex-row">
          <SearchField
            label="Search by name, email or ID"
            value={search.q ?? ""}
            onSearch={(q) => show({ q: q.trim() || undefined })}
            className="flex-1"
          />
          <div className="sm:w-44">
            <Select
              label="Order"
              isLabelHidden
              options={orders}
              value={search.order ?? "newest"}
              onValueChange={(order) => show({ order: order === "oldest" ? order : undefined })}
            />
          </div>
        </search>
        <UserList
          search={search}
          onPage={(page) => void navigate({ search: page })}
          onSize={(size) => show({ size })}
          onClear={() => show({ q: undefined })}
          onCreate={() => setIsCreating(true)}
        />
      </ListPage>
      {isCreating && <CreateUserDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
