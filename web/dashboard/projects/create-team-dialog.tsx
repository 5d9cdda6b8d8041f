import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../kit";
import { Alert } from "../../ui/feedback/alert";
import { TextField } from "../../ui/forms/text-field";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { createTeamOptions } from "./queries";

/** For owners without a selected team: the team created here becomes the selected one, so that it can own a project. */
export function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const t = useTranslation();
  const createTeam = useMutation(createTeamOptions(owner));
  const name = owner.displayName ?? owner.primaryEmail;
  const form = useForm({ defaultValues: { displayName: name ? t("{name}’s team", { name }) : t("My team") } });
  const { register, formState } = form;

  return (
    <FormDialog
      form={form}
      title={t("Create a team first")}
      submitLabel={t("Create team")}
      onSubmit={({ displayName }) => createTeam.mutateAsync({ displayName: displayName.trim() })}
      onClose={onClose}
    >
      <Alert>
        {t("A project belongs to a team, and you have none selected. All members of the team administer it.")}
      </Alert>
      <TextField
        label={t("Team name")}
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the team."),
        })}
      />
    </FormDialog>
  );
}
