import { useSuspenseQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ServerTeam } from "../../kit";
import { FormDialog } from "../../react/forms/form-dialog";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Select } from "../../ui/forms/select";
import { Dialog } from "../../ui/overlays/dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { allTeamsOptions } from "./user/queries";

const creation = 'await serverApp.createTeam({ displayName: "Engineering" });';

/** Chooses one of the project's teams; teaches how to create one where there is none. */
export default function ChooseTeamDialog({
  title,
  description,
  submitLabel,
  onChoose,
  onClose,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  onChoose: (team: ServerTeam) => void;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(allTeamsOptions(app));
  const form = useForm({ defaultValues: { team: teams[0]?.id ?? "" } });
  if (teams.length === 0) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={title}
        description={t("There is no team yet. Users create teams in your app, or your backend does.")}
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
      title={title}
      description={description}
      submitLabel={submitLabel}
      onClose={onClose}
      onSubmit={async ({ team: chosen }) => {
        const team = teams.find(({ id }) => id === chosen);
        if (team) onChoose(team);
      }}
    >
      <Select
        label={t("Team")}
        options={teams.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={form.watch("team")}
        onValueChange={(team) => form.setValue("team", team)}
      />
    </FormDialog>
  );
}
