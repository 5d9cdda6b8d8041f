import type { CurrentUser, Team } from "../../../../kit";
import { Name } from "../../../../ui/text/name";
import { DangerCard } from "../parts/danger-card";

/** Ends the membership. The team's section goes with it, and the first one is shown. */
export function LeaveTeamCard({ user, team }: { user: CurrentUser; team: Team }) {
  return (
    <DangerCard
      title="Leave team"
      description="Ends your membership, and removes your name in this team."
      question="Leave the team?"
      consequence={
        <>
          You lose what you may see and do in <Name>{team.displayName}</Name>. To come back, you need a new invitation.
        </>
      }
      successMessage="You have left the team."
      mutationFn={() => user.leaveTeam(team)}
    />
  );
}
