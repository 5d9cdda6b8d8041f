import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import SearchXIcon from "lucide-react/icons/search-x";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { buttonClasses } from "../../../ui/buttons/button";
import { Avatar } from "../../../ui/data/avatar";
import { CopyField } from "../../../ui/data/copy-field";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useTitle } from "../../../ui/layout/use-title";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { LoadingPart, PartLinks, partLinkClasses } from "../../shell/part-links";
import { SectionHeader } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { membersOptions, teamOptions } from "../queries";
import { type PartProps, type TeamPageSearch, type TeamPart, teamParts } from "./parts";

const parts: Record<TeamPart, ComponentType<PartProps>> = {
  members: lazy(() => import("./members-part")),
  invitations: lazy(() => import("./invitations-part")),
  profile: lazy(() => import("./profile-part")),
  metadata: lazy(() => import("./metadata-part")),
  keys: lazy(() => import("./keys-part")),
  items: lazy(() => import("./items-part")),
};

const DeleteTeamDialog = lazy(() => import("./delete-team-dialog"));

const from = "/projects/$projectId/teams/$teamId";

/** What the page reads first. */
export const reads: PageReads<{ teamId: string }, Pick<TeamPageSearch, "part">> = ({
  app,
  params: { teamId },
  search: { part = "members" },
}) => [teamOptions(app, teamId), ...(part === "members" ? [membersOptions(app, teamId)] : [])];

/** One team, with all that an owner can see of it and do. */
export function TeamPage() {
  const { app } = useOwnedProject();
  const { teamId } = useParams({ from });
  const { part = "members" } = useSearch({ from });
  const { data: team } = useSuspenseQuery(teamOptions(app, teamId));
  if (!team) return <UnknownTeam />;

  const Part = parts[part];
  return (
    <div className="flex flex-col gap-6">
      <TeamHeader team={team} />
      <TeamPartLinks />
      {/* A part of its own for each team: what was typed for one is not kept for another. */}
      <Suspense key={`${teamId} ${part}`} fallback={<LoadingPart />}>
        <Part team={team} />
      </Suspense>
    </div>
  );
}

function TeamHeader({ team }: PartProps) {
  const t = useTranslation();
  const { action } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <div className="flex flex-col gap-4">
      <SectionHeader
        above={
          <BackToList className="inline-flex min-h-11 items-center gap-1.5 self-start rounded-control text-sm font-medium text-ink-soft hover:text-ink sm:min-h-0">
            <ArrowLeftIcon className="size-4 rtl:rotate-180" aria-hidden="true" />
            {t("Teams")}
          </BackToList>
        }
        title={team.displayName}
        reference="Teams"
        actions={
          <Link
            from={from}
            to="."
            search={(search) => ({ ...search, action: "delete" })}
            className={buttonClasses("secondary")}
          >
            {t("Delete team")}
          </Link>
        }
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-xs">
        <Avatar name={team.displayName} imageUrl={team.profileImageUrl} className="size-14 text-lg" />
        <dl className="flex min-w-0 flex-1 basis-40 flex-col gap-0.5 text-sm">
          <dt className="text-2xs text-ink-soft">{t("Created")}</dt>
          <dd className="text-ink">
            <RelativeTime at={team.createdAt} />
          </dd>
        </dl>
        <div className="w-full min-w-0 lg:w-96">
          <CopyField label={t("Team ID")} value={team.id} />
        </div>
      </div>
      {action === "delete" && (
        <Suspense>
          <DeleteTeamDialog
            team={team}
            onClose={() => void navigate({ search: ({ action: _, ...search }) => search, replace: true })}
          />
        </Suspense>
      )}
    </div>
  );
}

function TeamPartLinks() {
  const t = useTranslation();
  const { part: open = "members" } = useSearch({ from });
  return (
    <PartLinks label={t("Parts of the team")}>
      {(Object.keys(teamParts) as TeamPart[]).map((part) => (
        <Link
          key={part}
          from={from}
          to="."
          search={({ q }) => ({ ...(q !== undefined && { q }), ...(part !== "members" && { part }) })}
          aria-current={part === open ? "page" : undefined}
          activeOptions={{ exact: true }}
          className={partLinkClasses(part === open)}
        >
          {t(teamParts[part])}
        </Link>
      ))}
    </PartLinks>
  );
}

/** A link to the list that contained the team. */
function BackToList({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link
      from={from}
      to="/projects/$projectId/teams"
      search={({ q }) => (q === undefined ? {} : { q })}
      className={className}
    >
      {children}
    </Link>
  );
}

function UnknownTeam() {
  const t = useTranslation();
  const { displayName } = useOwnedProject();
  useTitle(`${t("Team not found")} · ${displayName} · Gatehouse`);
  return (
    <EmptyState
      icon={<SearchXIcon />}
      title={t("Team not found")}
      action={<BackToList className={buttonClasses("secondary")}>{t("All teams")}</BackToList>}
    >
      {t("This project has no team with this ID. The team may have been deleted.")}
    </EmptyState>
  );
}
