import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../kit";
import { FormDialog } from "../../react/forms/form-dialog";
import { Alert } from "../../ui/alert";
import { TextField } from "../../ui/text-field";

/** For owners who have no team selected: makes one and selects it, so that it can own a project. */
export function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const form = useForm({ defaultValues: { displayName: `${owner.displayName ?? owner.primaryEmail ?? "My"} team` } });
  const { register, formState } = form;

  return (
    <FormDialog
      form={form}
      title="Create a team first"
      submitLabel="Create team"
      onSubmit={({ displayName }) => owner.createTeam({ displayName: displayName.trim() })}
      onClose={onClose}
    >
      <Alert>A project belongs to a team, and you have none selected. Its members administer it together.</Alert>
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
