import { useForm } from "react-hook-form";
import { TextField } from "../../../../ui/forms/text-field";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { fieldOf } from "../../../forms/form";
import { FormCard } from "../../../forms/form-card";

const maxNameLength = 256;

/** Checks a name: what is wrong with it, or true, which is the convention of react-hook-form. */
export function checkName(t: Translate): (name: string) => string | true {
  return (name) => {
    if (name.trim() === "") return t("Enter a name.");
    return name.length <= maxNameLength || t("Use at most {max} characters.", { max: maxNameLength });
  };
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
  /** Is true if it may be emptied. */
  isOptional?: boolean;
  savedMessage: string;
  /** Takes the trimmed name. */
  onSave: (name: string) => Promise<unknown>;
}) {
  const t = useTranslation();
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
        {...fieldOf(form, "name", { validate: (name) => (isOptional && name.trim() === "") || checkName(t)(name) })}
      />
    </FormCard>
  );
}
