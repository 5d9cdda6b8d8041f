import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentUser, Team, TeamMember } from "../../kit";
import { useApp } from "../../react";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { leavesProjectsWithoutOwner } from "../../react/pages/account-settings/parts/projects-without-owner";
import { Button } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/link-classes";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { isLastAdmin } from "./owner-roles";
import { LastAdminWarning } from "./owners-card";
import { forgetProjectsOf, leaveTeamOptions } from "./queries";

/** Ends the own membership, and goes to the projects of the other teams. */
export function LeaveCard({ user, team, members }: { user: CurrentUser; team: Team; members: readonly TeamMember[] }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const app = useApp();
  const queryClient = useQueryClient();
  const leave = useMutation(leaveTeamOptions(user, team));
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const own = members.find(({ id }) => id === user.id);

  async function confirm() {
    await inPlainWords(leave.mutateAsync(), (error) =>
      leavesProjectsWithoutOwner(error)
        ? t("You are the last member, and the projects of the team need an owner. Transfer or delete them first.")
        : describeFailure(error, t),
    );
    toast({ tone: "success", message: t("You have left the team.") });
    await navigate({ to: "/projects", replace: true });
    forgetProjectsOf(team, app, user, queryClient);
  }

  return (
    <Card
      title={t("Leave the team")}
      description={t("You no longer administer its projects. To come back, you need an invitation.")}
      actions={
        <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
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
          {leave.isError && leavesProjectsWithoutOwner(leave.error) && (
            <Link to="/projects/$projectId/settings" params={{ projectId }} className={linkClasses}>
              {t("Transfer or delete this project")}
            </Link>
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
}
