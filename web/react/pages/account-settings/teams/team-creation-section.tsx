import { useForm } from "react-hook-form";
import { TextField } from "../../../../ui/forms/text-field";
import { FormCard } from "../../../forms/form-card";
import { checkName } from "../parts/name-card";
import type { SectionProps } from "../section";

/** Creates a team, and opens its section. */
export function TeamCreationSection({ user }: SectionProps) {
  const form = useForm({ defaultValues: { displayName: "" } });
  return (
    <FormCard
      form={form}
      title="New team"
      description="You are its first member."
      saveLabel="Create team"
      savedMessage="Your team is created."
      onSave={async ({ displayName }) => {
        const team = await user.createTeam({ displayName: displayName.trim() });
        window.location.hash = `team-${team.id}`;
      }}
    >
      <TextField
        label="Display name of the team"
        dir="auto"
        autoComplete="off"
        error={form.formState.errors.displayName?.message}
        {...form.register("displayName", { validate: checkName })}
      />
    </FormCard>
  );
}
