import { useForm } from "react-hook-form";
import type { Passkey } from "../../../../kit";
import { TextField } from "../../../../ui/forms/text-field";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { FormDialog } from "../../../forms/form-dialog";

const longestName = 64;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { name: passkey.name } });
  const { register, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Rename this passkey")}
      description={t("Choose a name by which you recognise the device.")}
      submitLabel={t("Save")}
      onSubmit={async ({ name }) => {
        await passkey.rename(name.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || t("Enter a name."),
          maxLength: { value: longestName, message: t("Use at most {max} characters.", { max: longestName }) },
        })}
      />
    </FormDialog>
  );
}
