import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { CurrentUser, Team } from "../../kit";
import { useApp, useUser } from "../../react";
import { InviteCard, OpenInvitationsCard } from "../../react/pages/account-settings/teams/team-invitations-cards";
import { teamMemberOptions, teamOptions, teamPermissionOptions } from "../../react/queries/account-queries";
import { buttonClasses } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { LeaveCard } from "./leave-card";
import { OwnersCard } from "./owners-card";

/** The team that owns the project: all of its members administer it. */
export function OwnersPage() {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const { ownerTeamId } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(teamOptions(app, user));
  const team = teams.find(({ id }) => id === ownerTeamId);
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Owners")}
        description={
          team
            ? t("The members of {team} administer this project, and every other project of the team.", {
                team: team.displayName,
              })
            : t("The people who administer this project.")
        }
        reference="Teams"
        actions={
          team && (
            <a href={`${app.urls.accountSettings}#team-${team.id}`} className={buttonClasses("secondary")}>
              {t("Team settings")}
            </a>
          )
        }
      />
      {team ? (
        <TeamOfOwners user={user} team={team} />
      ) : (
        <Alert tone="warning">
          {t("You are no longer in the team that owns this project. Ask one of its members for an invitation.")}
        </Alert>
      )}
    </div>
  );
}

function TeamOfOwners({ user, team }: { user: CurrentUser; team: Team }) {
  const t = useTranslation();
  const app = useApp();
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(app, user, team));
  const mayRead = permissions.includes("$read_members");
  const mayInvite = permissions.includes("$invite_members");
  const mayRemove = permissions.includes("$remove_members");
  // Skipped for those who may not list them.
  const { data: members } = useQuery({ ...teamMemberOptions(app, team), enabled: mayRead, throwOnError: true });
  return (
    <>
      {members ? (
        <OwnersCard team={team} ownId={user.id} members={members} mayRemove={mayRemove} />
      ) : mayRead ? (
        <Skeleton className="h-54 rounded-card" />
      ) : (
        <Alert>{t("Your role does not let you see the other owners. An admin of the team can.")}</Alert>
      )}
      {mayInvite && <InviteCard team={team} />}
      {mayInvite && mayRead && <OpenInvitationsCard team={team} mayRevoke={mayRemove} />}
      <LeaveCard user={user} team={team} members={members ?? []} />
    </>
  );
}
