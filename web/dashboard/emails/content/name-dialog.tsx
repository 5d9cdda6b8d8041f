import { useForm } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";

/** Asks for the name of a theme, a template or a draft, to create or to rename it. */
export function NameDialog({
  title,
  description,
  submitLabel,
  name = "",
  onSubmit,
  onClose,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  name?: string;
  /** The write and what follows from it. */
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { name } });
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submitLabel={submitLabel}
      onSubmit={(values) => onSubmit(values.name.trim())}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        maxLength={255}
        error={form.formState.errors.name?.message}
        {...form.register("name", { validate: (text) => text.trim() !== "" || t("Enter a name.") })}
      />
    </FormDialog>
  );
}
