import { useForm } from "react-hook-form";
import { TextField } from "../../../../ui/forms/text-field";
import { FormCard } from "../../../forms/form-card";

const longestName = 256;

/** Why a text is not valid as a name, or true: the convention of react-hook-form. */
export function checkName(name: string): string | true {
  if (name.trim() === "") return "Enter a name.";
  return name.length <= longestName || `Use at most ${longestName} characters.`;
}

/** The name of a user or a team. */
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
  /** Takes the trimmed name. */
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
        dir="auto"
        autoComplete={autoComplete}
        error={form.formState.errors.name?.message}
        {...form.register("name", { validate: (name) => (isOptional && name.trim() === "") || checkName(name) })}
      />
    </FormCard>
  );
}
