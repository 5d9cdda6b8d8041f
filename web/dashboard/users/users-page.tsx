import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import Columns3Icon from "lucide-react/icons/columns-3";
import DownloadIcon from "lucide-react/icons/download";
import EllipsisIcon from "lucide-react/icons/ellipsis";
import PlusIcon from "lucide-react/icons/plus";
import UploadIcon from "lucide-react/icons/upload";
import { Button } from "../../ui/buttons/button";
import { SearchField } from "../../ui/forms/search-field";
import { DropdownMenu, MenuCheckboxes, MenuItem } from "../../ui/overlays/dropdown-menu";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useSelection } from "../table/virtual-table";
import { useTranslation } from "../translation/use-translation";
import { metricsOptions } from "../usage/queries";
import { UserFilters } from "../user-filters/user-filters";
import { isFiltered, listedUsers, type UserListSearch, type UserSearch } from "../user-filters/user-search";
import { userListOptions } from "./queries";
import { type OptionalColumn, optionalColumns, useChosenColumns } from "./user-columns";
import { UserList } from "./user-list";

const CreateUserDialog = lazyDialog(() => import("./create-user-dialog"), "CreateUserDialog");
const ImportDialog = lazyDialog(() => import("./import/import-dialog"), "ImportDialog");
const ExportDialog = lazyDialog(() => import("./export-dialog"), "ExportUsersDialog");

/** Lists what the page reads first. */
export const reads: PageReads<object, UserSearch> = ({ app, search }) => [
  userListOptions(app, listedUsers(search)),
  metricsOptions(app),
];

/** The users of the project. What is searched, filtered, sorted and open is part of the address. */
export function UsersPage() {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const { open, ...search } = useSearch({ from: "/projects/$projectId/users" });
  const navigate = useNavigate({ from: "/projects/$projectId/users" });
  const { data: metrics } = useQuery(metricsOptions(app));
  const [columns, chooseColumns] = useChosenColumns(projectId);
  const selection = useSelection();

  function show(changes: UserListSearch, { replace = true } = {}) {
    void navigate({ search: ({ open: _open, ...current }) => ({ ...current, ...changes }), replace });
  }
  const openDialog = (dialog: UserListSearch["open"]) => show({ open: dialog }, { replace: false });
  const close = () => show({});

  return (
    <SectionPage
      title={t("Users")}
      description={
        isFiltered(search)
          ? t("The users that match the search and the filters.")
          : metrics
            ? t(
                "{count, plural, one {# user has an account in this project.} other {# users have an account in this project.}}",
                { count: metrics.total_users },
              )
            : t("All users with an account in this project.")
      }
      reference="Users"
      actions={
        <>
          <DropdownMenu
            trigger={
              <Button variant="secondary" aria-label={t("Import and export")} className="px-3">
                <EllipsisIcon aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={<UploadIcon aria-hidden="true" />} onSelect={() => openDialog("import")}>
              {t("Import users")}
            </MenuItem>
            <MenuItem icon={<DownloadIcon aria-hidden="true" />} onSelect={() => openDialog("export")}>
              {t("Export users")}
            </MenuItem>
          </DropdownMenu>
          <Button onClick={() => openDialog("create")}>
            <PlusIcon aria-hidden="true" />
            {t("Create user")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex gap-3">
          <SearchField
            label={t("Search by name, email or ID")}
            value={search.q ?? ""}
            onSearch={(q) => show({ q: q.trim() || undefined })}
            className="min-w-0 flex-1"
          />
          <div className="hidden md:block">
            <DropdownMenu
              trigger={
                <Button variant="secondary">
                  <Columns3Icon aria-hidden="true" />
                  {t("Columns")}
                </Button>
              }
            >
              <MenuCheckboxes
                label={t("Shown columns")}
                options={(Object.keys(optionalColumns) as OptionalColumn[]).map((value) => ({
                  value,
                  label: t(optionalColumns[value]),
                }))}
                values={columns}
                onValuesChange={chooseColumns}
              />
            </DropdownMenu>
          </div>
        </div>
        <UserFilters search={search} onChange={show} />
      </div>
      <UserList
        search={search}
        columns={columns}
        selection={selection}
        onChange={show}
        onCreate={() => openDialog("create")}
      />
      {open === "create" && <CreateUserDialog onClose={close} />}
      {open === "import" && <ImportDialog onClose={close} />}
      {open === "export" && <ExportDialog search={search} onClose={close} />}
    </SectionPage>
  );
}
