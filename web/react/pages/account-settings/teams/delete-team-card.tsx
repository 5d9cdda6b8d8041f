import type { Team } from "../../../../kit";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { DangerCard } from "../parts/danger-card";

/** Deletes the team for all of its members. Its section goes with it, and the first one is shown. */
export function DeleteTeamCard({ team }: { team: Team }) {
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
