import { useNavigate, useSearch } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import { useState } from "react";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import { useTitle } from "../../ui/use-title";
import { useOwnedProject } from "../use-owned-projects";
import { CreateUserDialog } from "./create-user-dialog";
import { UserList } from "./user-list";
import type { UserSearch } from "./user-search";

const orders = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
] as const;

/** Everybody who has an account in the project: found, ordered and paged by the address. */
export function UsersRoom() {
  const project = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/users" });
  const navigate = useNavigate({ from: "/projects/$projectId/users" });
  const [isCreating, setIsCreating] = useState(false);
  useTitle(`Users · ${project.displayName} · Gatehouse`);

  /** Another list begins at its first page. */
  function show(changes: UserSearch) {
    void navigate({ search: { ...search, after: undefined, ...changes }, replace: true });
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Users"
        description="Everybody who has an account in this project."
        actions={
          <Button onClick={() => setIsCreating(true)}>
            <PlusIcon aria-hidden="true" />
            Create user
          </Button>
        }
      />
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
      {isCreating && <CreateUserDialog onClose={() => setIsCreating(false)} />}
    </div>
  );
}
