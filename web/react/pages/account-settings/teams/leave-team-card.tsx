import type { CurrentUser, Team } from "../../../../kit";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { DangerCard } from "../parts/danger-card";

/** Ends the membership. The team's section goes with it, and the first one is shown. */
export function LeaveTeamCard({ user, team }: { user: CurrentUser; team: Team }) {
  const t = useTranslation();
  return (
    <DangerCard
      title={t("Leave team")}
      description={t("Ends your membership, and removes your name in this team.")}
      question={t("Leave the team?")}
      consequence={t.rich("You lose what you may see and do in {team}. To come back, you need a new invitation.", {
        team: <Name>{team.displayName}</Name>,
      })}
      successMessage={t("You have left the team.")}
      mutationFn={() => user.leaveTeam(team)}
    />
  );
}
