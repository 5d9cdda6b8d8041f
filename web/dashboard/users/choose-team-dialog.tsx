import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerTeam } from "../../kit";
import { TeamChoice } from "../teams/team-choice";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";

/** Chooses one of the project's teams, which are searched; teaches how to create one where there is none. */
export default function ChooseTeamDialog({
  title,
  description,
  submitLabel,
  excluded,
  excludedHint,
  onChoose,
  onClose,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  /** The ids of teams that cannot be chosen, and why. */
  excluded?: ReadonlySet<string>;
  excludedHint?: string;
  /** Does what follows from the choice; the dialog shows why it failed. */
  onChoose: (team: ServerTeam) => void | Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm();
  const [team, setTeam] = useState<ServerTeam>();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submitLabel={submitLabel}
      onClose={onClose}
      onSubmit={async () => {
        if (team) await onChoose(team);
        else setIsMissing(true);
      }}
    >
      <TeamChoice chosen={team} onChoose={setTeam} excluded={excluded} excludedHint={excludedHint} />
      {isMissing && !team && (
        <p role="alert" className="text-sm font-medium text-danger">
          {t("Choose a team.")}
        </p>
      )}
    </FormDialog>
  );
}
