import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import NetworkIcon from "lucide-react/icons/network";
import type { ServerTeam } from "../../kit/index";
import { Button } from "../../ui/buttons/button";
import { SearchField } from "../../ui/forms/search-field";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { EmptyList, NothingFound } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { TeamAvatar } from "../shell/avatars";
import { lazyDialog } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { PagedTable } from "../table/paged-table";
import type { VirtualColumn } from "../table/virtual-table";
import { type Translate, useTranslation } from "../translation/use-translation";
import { teamListOptions } from "./queries";
import type { TeamSearch } from "./team-search";

const CreateTeamDialog = lazyDialog(() => import("./team/team-dialogs"), "CreateTeamDialog");

const from = "/projects/$projectId/teams";

/** Lists what the page reads first. */
export const reads: PageReads<object, TeamSearch> = ({ app, search: { q = "" } }) => [teamListOptions(app, q)];

const creation = `const team = await user.createTeam({ displayName: "Analytical Engines" });
await team.inviteUser({ email: "grace@example.com" });`;

/** The teams of the project. What is searched for is part of the address. */
export function TeamsPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { q = "", create } = useSearch({ from });
  const navigate = useNavigate({ from });
  // The teams of the last search stay while the next ones are read.
  const list = useInfiniteQuery({ ...teamListOptions(app, q), placeholderData: keepPreviousData });
  const open = () => void navigate({ search: (search) => ({ ...search, create: true }) });
  const search = (text: string) =>
    void navigate({ search: text.trim() === "" ? {} : { q: text.trim() }, replace: true });

  return (
    <SectionPage
      title={t("Teams")}
      description={t("Groups of your users, with roles, invitations, data and keys of their own.")}
      reference="Teams"
      actions={<Button onClick={open}>{t("Create team")}</Button>}
    >
      <search>
        <SearchField label={t("Search by name or ID")} value={q} onSearch={search} />
      </search>
      <PagedTable
        list={list}
        caption={t("Teams")}
        rowsOf={teamsOf}
        columnsOf={columnsOf}
        rowId={({ team }) => team.id}
        empty={
          q === "" ? (
            <NoTeams onCreate={open} />
          ) : (
            <NothingFound title={t("No teams found")} showLabel={t("Show all teams")} onShow={() => search("")}>
              {t("No team has “{text}” in its name, or as its ID.", { text: q })}
            </NothingFound>
          )
        }
      />
      {create && (
        <CreateTeamDialog
          onClose={() => void navigate({ search: ({ create: _create, ...list }) => list, replace: true })}
        />
      )}
    </SectionPage>
  );
}

/** A team, and how many members it has, up to the most that are counted. */
interface ListedTeam {
  readonly team: ServerTeam;
  readonly memberCount: number;
}

const teamsOf = ({ teams }: { teams: readonly ListedTeam[] }) => teams;

/** Limits how far the server counts members. */
const countedMembers = 1_000;

function membersText(count: number, t: Translate): string {
  const format = new Intl.NumberFormat(t.language);
  return count < countedMembers ? format.format(count) : `${format.format(countedMembers - 1)}+`;
}

const columnsOf = (t: Translate): VirtualColumn<ListedTeam>[] => [
  {
    id: "team",
    header: t("Team"),
    className: "w-full",
    cell: ({ team }) => (
      <span className="flex min-w-36 items-center gap-3 contain-inline-size">
        <TeamAvatar name={team.displayName} imageUrl={team.profileImageUrl} />
        <Link
          from="/projects/$projectId/teams"
          to="/projects/$projectId/teams/$teamId"
          params={{ teamId: team.id }}
          search={({ create: _create, ...search }) => search}
          className="truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <Name>{team.displayName}</Name>
        </Link>
      </span>
    ),
  },
  {
    id: "members",
    header: t("Members"),
    className: "hidden sm:table-cell",
    cell: ({ memberCount }) => <span className="text-ink-soft tabular-nums">{membersText(memberCount, t)}</span>,
  },
  {
    id: "created",
    header: t("Created"),
    cell: ({ team }) => <RelativeTime at={team.createdAt} className="text-ink-soft" />,
  },
  {
    id: "id",
    header: t("ID"),
    className: "hidden md:table-cell",
    cell: ({ team }) => (
      <span title={team.id} className="font-mono text-xs text-ink-soft">
        {team.id.slice(0, 8)}
      </span>
    ),
  },
];

function NoTeams({ onCreate }: { onCreate: () => void }) {
  const t = useTranslation();
  const { id: projectId, config } = useOwnedProject();
  return (
    <EmptyList
      icon={<NetworkIcon />}
      title={t("No teams yet")}
      action={<Button onClick={onCreate}>{t("Create team")}</Button>}
      code={creation}
    >
      {config.clientTeamCreationEnabled ? (
        t("Your users create teams in your app, your backend does, or you do it here. In code:")
      ) : (
        <>
          {t.rich("Your users may not create teams until you <link>allow it</link>.", {
            link: (text) => (
              <Link
                to="/projects/$projectId/sign-in-methods"
                params={{ projectId }}
                search={{ part: "accounts" }}
                hash="teams.allowClientTeamCreation"
                className={linkClasses}
              >
                {text}
              </Link>
            ),
          })}{" "}
          {t("Your backend creates them, or you do it here. In code:")}
        </>
      )}
    </EmptyList>
  );
}
