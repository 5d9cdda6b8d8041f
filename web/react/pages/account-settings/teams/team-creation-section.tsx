import { useForm } from "react-hook-form";
import { TextField } from "../../../../ui/forms/text-field";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { FormCard } from "../../../forms/form-card";
import { checkName } from "../parts/name-card";
import type { SectionProps } from "../section";

/** Creates a team, and opens its section. */
export function TeamCreationSection({ user }: SectionProps) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { displayName: "" } });
  return (
    <FormCard
      form={form}
      title={t("New team")}
      description={t("You are its first member.")}
      saveLabel={t("Create team")}
      savedMessage={t("Your team is created.")}
      onSave={async ({ displayName }) => {
        const team = await user.createTeam({ displayName: displayName.trim() });
        window.location.hash = `team-${team.id}`;
      }}
    >
      <TextField
        label={t("Display name of the team")}
        dir="auto"
        autoComplete="off"
        error={form.formState.errors.displayName?.message}
        {...form.register("displayName", { validate: checkName(t) })}
      />
    </FormCard>
  );
}
