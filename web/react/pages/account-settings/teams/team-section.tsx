import { Suspense } from "react";
import type { CurrentUser, Team, TeamMember } from "../../../../kit";
import { Alert } from "../../../../ui/feedback/alert";
import { Skeleton } from "../../../../ui/feedback/spinner";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { Recoverable } from "../../../components/recoverable";
import { teamPermissionOptions } from "../../../queries/account-queries";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { ApiKeysCard } from "../api-keys/api-keys-card";
import { Billing } from "../billing/billing";
import { DangerCard } from "../parts/danger-card";
import { ImageCard } from "../parts/image-card";
import { NameCard } from "../parts/name-card";
import type { SectionProps } from "../section";
import { InviteCard, OpenInvitationsCard } from "./team-invitations-cards";
import { TeamMembersCard } from "./team-members-card";

/** One of the user's teams: their profile in it, and what their permissions let them see and change. */
export function TeamSection({ user, project, team }: SectionProps & { team: Team }) {
  const t = useTranslation();
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(user, team));
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
  const { data: profile } = useSuspenseQuery(viewOf(user, user.getTeamProfile, team));
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

/** Deletes the team for all of its members. Its section goes with it, and the first one is shown. */
function DeleteTeamCard({ team }: { team: Team }) {
  const t = useTranslation();
  return (
    <DangerCard
      title={t("Delete team")}
      description={t("Deletes the team for all of its members.")}
      question={t("Delete the team?")}
      consequence={t.rich(
        "{team} is deleted with its memberships, the permissions and names of its members in it, its open invitations and its API keys. The accounts of its members stay. It cannot be restored.",
        { team: <Name>{team.displayName}</Name> },
      )}
      typedPhrase={t("delete")}
      successMessage={t("{team} has been deleted.", { team: team.displayName })}
      mutationFn={() => team.delete()}
    />
  );
}

/** Ends the membership. The team's section goes with it, and the first one is shown. */
function LeaveTeamCard({
  user,
  team,
  hasKeys,
  warning,
}: {
  user: CurrentUser;
  team: Team;
  hasKeys: boolean;
  warning?: string | undefined;
}) {
  const t = useTranslation();
  return (
    <DangerCard
      title={t("Leave team")}
      description={t("Ends your membership, and removes your name in this team.")}
      question={t("Leave the team?")}
      consequence={
        <>
          {t.rich("You lose what you may see and do in {team}. To come back, you need a new invitation.", {
            team: <Name>{team.displayName}</Name>,
          })}
          {hasKeys && ` ${t("API keys of the team that you have made are revoked.")}`}
        </>
      }
      warning={warning && <Alert tone="warning">{warning}</Alert>}
      successMessage={t("You have left the team.")}
      mutationFn={() => user.leaveTeam(team)}
    />
  );
}

/** The same for one who manages the team and sees its members: says so where nobody else does. */
function LeaveManagedTeamCard({
  mayDelete,
  ...props
}: {
  user: CurrentUser;
  team: Team;
  hasKeys: boolean;
  mayDelete: boolean;
}) {
  const t = useTranslation();
  const { data: members } = useSuspenseQuery(viewOf(props.team, props.team.listMembers));
  if (!isOnlyManager(props.user, members)) return <LeaveTeamCard {...props} />;
  const sentences = [
    t("You are the only one who can manage this team. Once you have left, nobody can."),
    ...(members.length > 1 ? [t("Another member has to be made an admin first, which this page cannot do.")] : []),
    ...(mayDelete ? [t("If the team is not needed any more, delete it instead.")] : []),
  ];
  return <LeaveTeamCard {...props} warning={sentences.join(" ")} />;
}

/** Tells whether nobody could manage the team any more once this member of it has left. */
export function isOnlyManager(
  { id }: { id: string },
  members: readonly Pick<TeamMember, "id" | "managesTeam">[],
): boolean {
  const managers = members.filter(({ managesTeam }) => managesTeam);
  return managers.length === 1 && managers[0]?.id === id;
}
