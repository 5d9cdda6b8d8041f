import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import SearchXIcon from "lucide-react/icons/search-x";
import type { ComponentType } from "react";
import { buttonClasses } from "../../../ui/buttons/button";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useRead } from "../../projects/use-owned-projects";
import { DetailPage, UnknownPage } from "../../shell/detail-page";
import { lazyDialog, lazyNamed } from "../../shell/lazy";
import { BackLink } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { membersOptions, teamOptions } from "../queries";
import { type PartProps, type TeamPageSearch, type TeamPart, type TeamSearch, teamParts } from "../team-search";

const parts: Record<TeamPart, ComponentType<PartProps>> = {
  members: lazyNamed(() => import("./members-part"), "MembersPart"),
  invitations: lazyNamed(() => import("./data-parts"), "InvitationsPart"),
  profile: lazyNamed(() => import("./data-parts"), "ProfilePart"),
  metadata: lazyNamed(() => import("./data-parts"), "MetadataPart"),
  keys: lazyNamed(() => import("./data-parts"), "KeysPart"),
  items: lazyNamed(() => import("./data-parts"), "ItemsPart"),
};

const DeleteTeamDialog = lazyDialog(() => import("./team-dialogs"), "DeleteTeamDialog");

const from = "/projects/$projectId/teams/$teamId";

/** Leads to the list that contained the team, by its search. */
const list = {
  from,
  to: "/projects/$projectId/teams",
  search: ({ q }: TeamPageSearch): TeamSearch => (q === undefined ? {} : { q }),
} as const;

/** Lists what the page reads first. */
export const reads: PageReads<{ teamId: string }, Pick<TeamPageSearch, "part">> = ({
  app,
  params: { teamId },
  search: { part = "members" },
}) => [teamOptions(app, teamId), ...(part === "members" ? [membersOptions(app, teamId)] : [])];

/** One team, with all that an owner can see of it and do. */
export function TeamPage() {
  const t = useTranslation();
  const { teamId } = useParams({ from });
  const { part = "members" } = useSearch({ from });
  const team = useRead(teamOptions, teamId);
  if (!team) {
    return (
      <UnknownPage
        icon={<SearchXIcon />}
        title={t("Team not found")}
        action={
          <Link {...list} className={buttonClasses("secondary")}>
            {t("All teams")}
          </Link>
        }
      >
        {t("This project has no team with this ID. The team may have been deleted.")}
      </UnknownPage>
    );
  }
  return (
    <DetailPage
      above={<BackLink {...list}>{t("Teams")}</BackLink>}
      title={team.displayName}
      reference="Teams"
      actions={<DeleteTeam team={team} />}
      name={team.displayName}
      imageUrl={team.profileImageUrl}
      isTeam
      facts={[{ name: t("Created"), value: <RelativeTime at={team.createdAt} /> }]}
      id={team.id}
      idLabel={t("Team ID")}
      parts={{
        label: t("Parts of the team"),
        parts: teamParts,
        open: part,
        searchOf: (part, search: TeamPageSearch) => ({ ...list.search(search), part }),
      }}
      components={parts}
      shown={{ team }}
    />
  );
}

function DeleteTeam({ team }: PartProps) {
  const t = useTranslation();
  const { action } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <>
      <Link
        from={from}
        to="."
        search={(search) => ({ ...search, action: "delete" })}
        className={buttonClasses("secondary")}
      >
        {t("Delete team")}
      </Link>
      {action === "delete" && (
        <DeleteTeamDialog
          team={team}
          onClose={() => void navigate({ search: ({ action: _, ...search }) => search, replace: true })}
        />
      )}
    </>
  );
}
