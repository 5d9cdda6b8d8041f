import { useId } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../kit";
import { FormFailure } from "../../react/form-failure";
import { submitWith } from "../../react/submit";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/text-field";

/** For owners who have no team selected: makes one and selects it, so that it can own a project. */
export function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const formId = useId();
  const form = useForm({ defaultValues: { displayName: `${owner.displayName ?? owner.primaryEmail ?? "My"} team` } });
  const { register, formState } = form;

  const submit = submitWith(form, ({ displayName }) => owner.createTeam({ displayName: displayName.trim() }));

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Create a team first"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={formState.isSubmitting}>
            Create team
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Alert>A project belongs to a team, and you have none selected. Its members administer it together.</Alert>
        <FormFailure form={form} />
        <TextField
          label="Team name"
          autoComplete="off"
          error={formState.errors.displayName?.message}
          {...register("displayName", {
            validate: (name) => name.trim() !== "" || "Enter a name for the team.",
          })}
        />
      </form>
    </Dialog>
  );
}
