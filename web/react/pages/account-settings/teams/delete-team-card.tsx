import type { Team } from "../../../../kit";
import { Name } from "../../../../ui/text/name";
import { DangerCard } from "../parts/danger-card";

/** Deletes the team for all of its members. Its section goes with it, and the first one is shown. */
export function DeleteTeamCard({ team }: { team: Team }) {
  return (
    <DangerCard
      title="Delete team"
      description="Deletes the team for all of its members."
      question="Delete the team?"
      consequence={
        <>
          <Name>{team.displayName}</Name> is deleted with its memberships, the permissions and names of its members in
          it, its open invitations and its API keys. The accounts of its members stay. It cannot be restored.
        </>
      }
      typedPhrase="delete"
      successMessage={`${team.displayName} has been deleted.`}
      mutationFn={() => team.delete()}
    />
  );
}
