import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Button } from "../../ui/buttons/button";
import { SearchField } from "../../ui/forms/search-field";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { teamListOptions } from "./queries";
import { TeamList } from "./team-list";
import type { TeamSearch } from "./team-search";

const CreateTeamDialog = lazy(() => import("./create-team-dialog"));

const from = "/projects/$projectId/teams";

/** Lists what the page reads first. */
export const reads: PageReads<object, TeamSearch> = ({ app, search: { q = "" } }) => [teamListOptions(app, q)];

/** The teams of the project. What is searched for is part of the address. */
export function TeamsPage() {
  const t = useTranslation();
  const { q = "", create } = useSearch({ from });
  const navigate = useNavigate({ from });
  const open = () => void navigate({ search: (search) => ({ ...search, create: true }) });
  const search = (text: string) =>
    void navigate({ search: text.trim() === "" ? {} : { q: text.trim() }, replace: true });

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Teams")}
        description={t("Groups of your users, with roles, invitations, data and keys of their own.")}
        reference="Teams"
        actions={<Button onClick={open}>{t("Create team")}</Button>}
      />
      <search>
        <SearchField label={t("Search by name or ID")} value={q} onSearch={search} />
      </search>
      <TeamList query={q} onClear={() => search("")} onCreate={open} />
      {create && (
        <Suspense>
          <CreateTeamDialog
            onClose={() => void navigate({ search: ({ create: _create, ...list }) => list, replace: true })}
          />
        </Suspense>
      )}
    </div>
  );
}
