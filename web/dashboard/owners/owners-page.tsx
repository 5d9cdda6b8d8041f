import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentUser, Team, TeamMember } from "../../kit";
import { useApp, useUser } from "../../react";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { leavesProjectsWithoutOwner } from "../../react/pages/account-settings/parts/projects-without-owner";
import { InviteCard, OpenInvitationsCard } from "../../react/pages/account-settings/teams/team-invitations-cards";
import { teamPermissionOptions } from "../../react/queries/account-queries";
import { viewOf } from "../../react/queries/view-of";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/class-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { isLastAdmin } from "./owner-roles";
import { LastAdminWarning, OwnersCard } from "./owners-card";
import { forgetProjectsOf, leaveTeamOptions } from "./queries";

/** Lists what the page reads first beside the owner and their projects, by which it finds everything else. */
export const reads: PageReads = () => [];

/** The team that owns the project: all of its members administer it. */
export function OwnersPage() {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const { ownerTeamId } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(viewOf(user, user.listTeams));
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
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(user, team));
  const mayRead = permissions.includes("$read_members");
  const mayInvite = permissions.includes("$invite_members");
  const mayRemove = permissions.includes("$remove_members");
  // Skipped for those who may not list them.
  const { data: members } = useQuery({ ...viewOf(team, team.listMembers), enabled: mayRead, throwOnError: true });
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

/** Ends the own membership, and goes to the projects of the other teams. */
function LeaveCard({ user, team, members }: { user: CurrentUser; team: Team; members: readonly TeamMember[] }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const app = useApp();
  const queryClient = useQueryClient();
  const leave = useMutation(leaveTeamOptions(user, team));
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const lastMember = t(
    "You are the last member, and the projects of the team need an owner. Transfer or delete them first.",
  );
  const isLast = members.length === 1;
  const own = members.find(({ id }) => id === user.id);

  async function confirm() {
    await inPlainWords(leave.mutateAsync(), (error) =>
      leavesProjectsWithoutOwner(error) ? lastMember : describeFailure(error, t),
    );
    toast({ tone: "success", message: t("You have left the team.") });
    await navigate({ to: "/projects", replace: true });
    forgetProjectsOf(team, app, user, queryClient);
  }

  return (
    <Card
      title={t("Leave the team")}
      description={
        isLast ? lastMember : t("You no longer administer its projects. To come back, you need an invitation.")
      }
      actions={
        <Button variant="danger" size="small" disabled={isLast} onClick={() => setIsAsking(true)}>
          {t("Leave the team")}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={t("Leave {team}?", { team: team.displayName })}
          description={t("You no longer administer its projects. To come back, you need an invitation.")}
          confirmLabel={t("Leave the team")}
          onConfirm={confirm}
        >
          {own && isLastAdmin(own, members) && <LastAdminWarning />}
        </ConfirmDialog>
      )}
      {isLast && (
        <Link to="/projects/$projectId/settings" params={{ projectId }} className={`${linkClasses} text-sm`}>
          {t("Transfer or delete this project")}
        </Link>
      )}
    </Card>
  );
}
