import type { CurrentUser, Team } from "../../../../kit";
import { useApp } from "../../../hooks/use-app";
import { ownTeamProfileOptions, teamPermissionOptions } from "../../../queries/account-queries";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { ApiKeysCard } from "../api-keys/api-keys-card";
import { ImageCard } from "../parts/image-card";
import { NameCard } from "../parts/name-card";
import type { SectionProps } from "../section";
import { DeleteTeamCard } from "./delete-team-card";
import { LeaveTeamCard } from "./leave-team-card";
import { InviteCard, OpenInvitationsCard } from "./team-invitations-cards";
import { TeamMembersCard } from "./team-members-card";

/** One of the user's teams: their profile in it, and what their permissions let them see and change. */
export function TeamSection({ user, project, team }: SectionProps & { team: Team }) {
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(useApp(), user, team));
  const mayUpdate = permissions.includes("$update_team");
  const mayRead = permissions.includes("$read_members");
  const mayInvite = permissions.includes("$invite_members");
  const mayRemove = permissions.includes("$remove_members");
  const mayManageKeys = permissions.includes("$manage_api_keys");
  return (
    <>
      <OwnNameCard user={user} team={team} />
      {mayUpdate && <TeamCards team={team} />}
      {mayRead && <TeamMembersCard user={user} team={team} mayRemove={mayRemove} />}
      {mayInvite && <InviteCard team={team} />}
      {mayInvite && mayRead && <OpenInvitationsCard team={team} mayRevoke={mayRemove} />}
      {mayManageKeys && project.config.allowTeamApiKeys && (
        <ApiKeysCard
          owner={team}
          title="Team API keys"
          description="A program that has one of them acts in the name of the team. Create a separate key for each program."
        />
      )}
      <LeaveTeamCard user={user} team={team} />
      {permissions.includes("$delete_team") && <DeleteTeamCard team={team} />}
    </>
  );
}

function OwnNameCard({ user, team }: { user: CurrentUser; team: Team }) {
  const { data: profile } = useSuspenseQuery(ownTeamProfileOptions(useApp(), user, team));
  return (
    <NameCard
      title="Your name in this team"
      description="What its members see in place of the name of your profile."
      label="Name in this team"
      name={profile.displayName}
      savedMessage="Your name in this team has been saved."
      onSave={(displayName) => profile.update({ displayName })}
    />
  );
}

function TeamCards({ team }: { team: Team }) {
  return (
    <>
      <NameCard
        title="Team name"
        description="What the team is called, for all of its members."
        label="Display name of the team"
        name={team.displayName}
        savedMessage="The team's name has been saved."
        onSave={(displayName) => team.update({ displayName })}
      />
      <ImageCard
        title="Team image"
        description="A picture for others to recognise the team by."
        name={team.displayName}
        imageUrl={team.profileImageUrl}
        onSave={(profileImageUrl) => team.update({ profileImageUrl })}
      />
    </>
  );
}
