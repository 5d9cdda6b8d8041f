import { useState } from "react";
import type { CurrentUser, Team } from "../../../kit";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { useToast } from "../../../ui/overlays/toast";
import { inPlainWords } from "../../submit";

/** The way out of a team. Its section goes with it, and the first one is shown. */
export function LeaveTeamCard({ user, team }: { user: CurrentUser; team: Team }) {
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Card
        title="Leave team"
        description="Ends your membership, and removes your name in this team."
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            Leave team
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Leave ${team.displayName}?`}
        description="You lose what you may see and do in it. To come back, you need a new invitation."
        confirmLabel="Leave team"
        onConfirm={async () => {
          await inPlainWords(user.leaveTeam(team));
          toast({ tone: "success", message: `You have left ${team.displayName}.` });
        }}
      />
    </>
  );
}
