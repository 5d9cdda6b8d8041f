import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { CopyField } from "../../../../ui/copy";
import { expiryAfter, type Lifetime, lifetimes } from "../../../../ui/key-lifetime";
import { Select } from "../../../../ui/select";
import { ShownOnceDialog } from "../../../../ui/shown-once-dialog";
import { TextField } from "../../../../ui/text-field";
import { FormDialog } from "../../../forms/form-dialog";
import type { ApiKeyOwner } from "../../../queries/queries";

type NewKey = { description: string; lifetime: Lifetime };

const longestDescription = 256;

/** Makes a key, then shows it for the only time. */
export function CreateApiKeyDialog({ owner, onClose }: { owner: ApiKeyOwner; onClose: () => void }) {
  const [made, setMade] = useState<string>();
  const form = useForm<NewKey>({ defaultValues: { description: "", lifetime: "30" } });
  const { register, control, formState } = form;

  async function create({ description, lifetime }: NewKey) {
    const key = await owner.createApiKey({
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
    });
    setMade(key.value);
  }

  if (made !== undefined) {
    return (
      <ShownOnceDialog
        title="Your new API key"
        description="Copy it to a safe place now. It cannot be shown again."
        acknowledgement="I have copied the key, and understand that it is not shown again"
        reminder="Tick the box below first, so that the key is not lost by accident."
        onClose={onClose}
      >
        <CopyField label="Secret API key" value={made} />
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog form={form} title="Create an API key" submitLabel="Create key" onSubmit={create} onClose={onClose}>
      <TextField
        label="Description"
        hint="Where it is used, so that you know what you revoke."
        placeholder="Nightly backup"
        autoComplete="off"
        error={formState.errors.description?.message}
        {...register("description", {
          validate: (description) => description.trim() !== "" || "Say where this key is used.",
          maxLength: { value: longestDescription, message: `Use at most ${longestDescription} characters.` },
        })}
      />
      <Controller
        control={control}
        name="lifetime"
        render={({ field }) => (
          <Select label="Expires after" options={lifetimes} value={field.value} onValueChange={field.onChange} />
        )}
      />
    </FormDialog>
  );
}
