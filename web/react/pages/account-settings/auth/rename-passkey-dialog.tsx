import { useForm } from "react-hook-form";
import type { Passkey } from "../../../../kit";
import { TextField } from "../../../../ui/forms/text-field";
import { FormDialog } from "../../../forms/form-dialog";

const longestName = 64;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({ defaultValues: { name: passkey.name } });
  const { register, formState } = form;
  return (
    <FormDialog
      form={form}
      title="Rename this passkey"
      description="Choose a name by which you recognise the device."
      submitLabel="Save"
      onSubmit={async ({ name }) => {
        await passkey.rename(name.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || "Enter a name.",
          maxLength: { value: longestName, message: `Use at most ${longestName} characters.` },
        })}
      />
    </FormDialog>
  );
}
