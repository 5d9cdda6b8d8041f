import { useSuspenseQuery } from "@tanstack/react-query";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import ChooseTeamDialog from "../choose-team-dialog";
import type { PartProps } from "./parts";
import { teamsOfUserOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** Makes a user a member of one of the other teams. */
export default function AddToTeamDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: own } = useSuspenseQuery(teamsOfUserOptions(app, user));
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
