import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import NetworkIcon from "lucide-react/icons/network";
import SearchXIcon from "lucide-react/icons/search-x";
import { useMemo } from "react";
import type { ServerTeam } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import { ListEnd, loadNextPage } from "../table/list-end";
import { usePagedRows } from "../table/paged-rows";
import { type VirtualColumn, VirtualTable } from "../table/virtual-table";
import { type Translate, useTranslation } from "../translation/use-translation";
import { teamListOptions } from "./queries";

const creation = `const team = await user.createTeam({ displayName: "Analytical Engines" });
await team.inviteUser({ email: "grace@example.com" });`;

/** The teams that a search finds. Those of the last search stay while the next ones are read. */
export function TeamList({ query, onClear, onCreate }: { query: string; onClear: () => void; onCreate: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const list = useInfiniteQuery({ ...teamListOptions(app, query), placeholderData: keepPreviousData });

  const teams = usePagedRows(list.data?.pages, teamsOf);
  const shownColumns = useMemo(() => columns(t), [t]);

  if (list.isPending) return <LoadingTeams />;
  if (list.isError && list.data === undefined) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Alert tone="danger">{describeFailure(list.error, t)}</Alert>
        <Button variant="secondary" onClick={() => list.refetch()}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
  if (teams.length === 0)
    return query === "" ? <NoTeams onCreate={onCreate} /> : <NothingFound {...{ query, onClear }} />;
  return (
    <div className="flex flex-col gap-4">
      <VirtualTable
        caption={t("Teams")}
        columns={shownColumns}
        rows={teams}
        rowId={({ team }) => team.id}
        rowName={({ team }) => team.displayName}
        total={list.hasNextPage ? undefined : teams.length}
        isStale={list.isPlaceholderData}
        onEnd={loadNextPage(list)}
      />
      <ListEnd query={list} />
    </div>
  );
}

/** A team, and how many members it has, up to the most that are counted. */
interface ListedTeam {
  readonly team: ServerTeam;
  readonly memberCount: number;
}

const teamsOf = ({ teams }: { teams: readonly ListedTeam[] }) => teams;

/** How far the server counts members. */
const countedMembers = 1_000;

function membersText(count: number, t: Translate): string {
  const format = new Intl.NumberFormat(t.language);
  return count < countedMembers ? format.format(count) : `${format.format(countedMembers - 1)}+`;
}

const columns = (t: Translate): VirtualColumn<ListedTeam>[] => [
  {
    id: "team",
    header: t("Team"),
    cell: ({ team }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={team.displayName} imageUrl={team.profileImageUrl} />
        <Link
          from="/projects/$projectId/teams"
          to="/projects/$projectId/teams/$teamId"
          params={{ teamId: team.id }}
          search={({ create: _create, ...search }) => search}
          className="max-w-44 truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent sm:max-w-80"
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
    <Card>
      <EmptyState
        icon={<NetworkIcon />}
        title={t("No teams yet")}
        action={
          <div className="flex w-full flex-col items-center gap-6">
            <Button onClick={onCreate}>{t("Create team")}</Button>
            <CodeBlock title="TypeScript" code={creation} className="w-full max-w-2xl text-start" />
          </div>
        }
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
                  hash="teams-of-users"
                  className={linkClasses}
                >
                  {text}
                </Link>
              ),
            })}{" "}
            {t("Your backend creates them, or you do it here. In code:")}
          </>
        )}
      </EmptyState>
    </Card>
  );
}

function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<SearchXIcon />}
        title={t("No teams found")}
        action={
          <Button variant="secondary" onClick={onClear}>
            {t("Show all teams")}
          </Button>
        }
      >
        {t("No team has “{text}” in its name, or as its ID.", { text: query })}
      </EmptyState>
    </Card>
  );
}

function LoadingTeams() {
  const t = useTranslation();
  return (
    <div aria-busy="true" className="flex flex-col gap-px overflow-hidden rounded-card border border-line bg-surface">
      <Spinner label={t("Loading")} className="sr-only" />
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
