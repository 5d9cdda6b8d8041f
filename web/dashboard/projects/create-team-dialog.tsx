import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../kit";
import { FormDialog } from "../../react/forms/form-dialog";
import { Alert } from "../../ui/feedback/alert";
import { TextField } from "../../ui/forms/text-field";
import { createTeamOptions } from "./queries";

/** For owners without a selected team: the team created here becomes the selected one, so that it can own a project. */
export function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const createTeam = useMutation(createTeamOptions(owner));
  const form = useForm({ defaultValues: { displayName: `${owner.displayName ?? owner.primaryEmail ?? "My"} team` } });
  const { register, formState } = form;

  return (
    <FormDialog
      form={form}
      title="Create a team first"
      submitLabel="Create team"
      onSubmit={({ displayName }) => createTeam.mutateAsync({ displayName: displayName.trim() })}
      onClose={onClose}
    >
      <Alert>A project belongs to a team, and you have none selected. All members of the team administer it.</Alert>
      <TextField
        label="Team name"
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || "Enter a name for the team.",
        })}
      />
    </FormDialog>
  );
}
