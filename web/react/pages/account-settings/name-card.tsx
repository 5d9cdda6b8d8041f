import { useForm } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { FormCard } from "../../form-card";

const longestName = 256;

/** Why a text cannot be somebody's or something's name, or true. */
export function checkName(name: string): string | true {
  if (name.trim() === "") return "Enter a name.";
  return name.length <= longestName || `Use at most ${longestName} characters.`;
}

/** What a user or a team is called. */
export function NameCard({
  title,
  description,
  label,
  name,
  autoComplete,
  isOptional = false,
  savedMessage,
  onSave,
}: {
  title: string;
  description: string;
  label: string;
  name: string | null;
  autoComplete?: string;
  /** Whether it may be emptied. */
  isOptional?: boolean;
  savedMessage: string;
  /** Is given the name without space around it. */
  onSave: (name: string) => Promise<unknown>;
}) {
  const form = useForm({ values: { name: name ?? "" } });
  return (
    <FormCard
      form={form}
      title={title}
      description={description}
      savedMessage={savedMessage}
      onSave={(values) => onSave(values.name.trim())}
    >
      <TextField
        label={label}
        autoComplete={autoComplete}
        error={form.formState.errors.name?.message}
        {...form.register("name", { validate: (name) => (isOptional && name.trim() === "") || checkName(name) })}
      />
    </FormCard>
  );
}
