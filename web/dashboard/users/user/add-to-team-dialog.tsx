import { useSuspenseQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ServerTeam, ServerUser } from "../../../kit";
import { FormDialog } from "../../../react/forms/form-dialog";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Select } from "../../../ui/forms/select";
import { Dialog } from "../../../ui/overlays/dialog";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { allTeamsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

const creation = 'await user.createTeam({ displayName: "Engineering" });';

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
  const { app } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(allTeamsOptions(app));
  const { write } = useUserWrites(user);
  const others = teams.filter(({ id }) => !own.some((team) => team.id === id));
  const form = useForm({ defaultValues: { team: others[0]?.id ?? "" } });

  if (others.length === 0) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={t("Add to a team")}
        description={t("There is no other team yet. Users create teams in your app, or your backend does.")}
        actions={
          <Button variant="secondary" onClick={onClose}>
            {t("Close")}
          </Button>
        }
      >
        <CodeBlock title="server.ts" code={creation} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={t("Add to a team")}
      description={t("The user gets the permissions that your project gives to members.")}
      submitLabel={t("Add to team")}
      onClose={onClose}
      onSubmit={async ({ team: chosen }) => {
        const team = others.find(({ id }) => id === chosen);
        if (!team) return;
        await write({
          done: t("The user is in {name} now.", { name: team.displayName }),
          before: [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`],
          call: ["team.addUser", user.id],
          run: () => team.addUser(user.id),
        });
        onClose();
      }}
    >
      <Select
        label={t("Team")}
        options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={form.watch("team")}
        onValueChange={(team) => form.setValue("team", team)}
      />
    </FormDialog>
  );
}
