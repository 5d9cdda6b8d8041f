import type { ServerTeam, ServerUser } from "../../../kit";
import { useTranslation } from "../../translation/use-translation";
import ChooseTeamDialog from "../choose-team-dialog";
import { useUserWrites } from "./user-writes";

/** Makes a user a member of one of the other teams. */
export default function AddToTeamDialog({
  user,
  own,
  onClose,
}: {
  user: ServerUser;
  own: readonly ServerTeam[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  return (
    <ChooseTeamDialog
      title={t("Add to a team")}
      description={t("The user gets the permissions that your project gives to members.")}
      submitLabel={t("Add to team")}
      excluded={new Set(own.map(({ id }) => id))}
      excludedHint={t("The user is a member already.")}
      onClose={onClose}
      onChoose={async (team) => {
        await write({
          done: t("The user is in {name} now.", { name: team.displayName }),
          before: [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`],
          call: ["team.addUser", user.id],
          run: () => team.addUser(user.id),
        });
        onClose();
      }}
    />
  );
}
