import { Suspense } from "react";
import type { CurrentUser, Team } from "../../../../kit";
import { Skeleton } from "../../../../ui/feedback/spinner";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { Recoverable } from "../../../components/recoverable";
import { useApp } from "../../../hooks/use-app";
import { ownTeamProfileOptions, teamPermissionOptions } from "../../../queries/account-queries";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { ApiKeysCard } from "../api-keys/api-keys-card";
import { Billing } from "../billing/billing";
import { ImageCard } from "../parts/image-card";
import { NameCard } from "../parts/name-card";
import type { SectionProps } from "../section";
import { DeleteTeamCard } from "./delete-team-card";
import { LeaveManagedTeamCard, LeaveTeamCard } from "./leave-team-card";
import { InviteCard, OpenInvitationsCard } from "./team-invitations-cards";
import { TeamMembersCard } from "./team-members-card";

/** One of the user's teams: their profile in it, and what their permissions let them see and change. */
export function TeamSection({ user, project, team }: SectionProps & { team: Team }) {
  const t = useTranslation();
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(useApp(), user, team));
  const mayUpdate = permissions.includes("$update_team");
  const mayRead = permissions.includes("$read_members");
  const mayInvite = permissions.includes("$invite_members");
  const mayRemove = permissions.includes("$remove_members");
  const mayDelete = permissions.includes("$delete_team");
  const mayManageKeys = permissions.includes("$manage_api_keys");
  const hasKeys = project.config.allowTeamApiKeys;
  return (
    <>
      <OwnNameCard user={user} team={team} />
      {mayUpdate && <TeamCards team={team} />}
      {mayRead && <TeamMembersCard user={user} team={team} mayRemove={mayRemove} hasKeys={hasKeys} />}
      {mayInvite && <InviteCard team={team} />}
      {mayInvite && mayRead && <OpenInvitationsCard team={team} mayRevoke={mayRemove} />}
      {mayManageKeys && hasKeys && (
        <ApiKeysCard
          owner={team}
          title={t("Team API keys")}
          description={t(
            "A program that has one of them acts in the name of the team. Create a separate key for each program.",
          )}
        />
      )}
      {mayUpdate && project.config.customerTypes?.includes("team") && (
        <Recoverable>
          <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
            <Billing customer={team} />
          </Suspense>
        </Recoverable>
      )}
      {mayUpdate && mayRead ? (
        <LeaveManagedTeamCard user={user} team={team} hasKeys={hasKeys} mayDelete={mayDelete} />
      ) : (
        <LeaveTeamCard user={user} team={team} hasKeys={hasKeys} />
      )}
      {mayDelete && <DeleteTeamCard team={team} />}
    </>
  );
}

function OwnNameCard({ user, team }: { user: CurrentUser; team: Team }) {
  const t = useTranslation();
  const { data: profile } = useSuspenseQuery(ownTeamProfileOptions(useApp(), user, team));
  return (
    <NameCard
      title={t("Your name in this team")}
      description={t("What its members see in place of the name of your profile.")}
      label={t("Name in this team")}
      name={profile.displayName}
      savedMessage={t("Your name in this team has been saved.")}
      onSave={(displayName) => profile.update({ displayName })}
    />
  );
}

function TeamCards({ team }: { team: Team }) {
  const t = useTranslation();
  return (
    <>
      <NameCard
        title={t("Team name")}
        description={t("What the team is called, for all of its members.")}
        label={t("Display name of the team")}
        name={team.displayName}
        savedMessage={t("The team's name has been saved.")}
        onSave={(displayName) => team.update({ displayName })}
      />
      <ImageCard
        of="team"
        name={team.displayName}
        imageUrl={team.profileImageUrl}
        onSave={(profileImageUrl) => team.update({ profileImageUrl })}
      />
    </>
  );
}
