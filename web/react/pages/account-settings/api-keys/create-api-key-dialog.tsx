import { useState } from "react";
import { useForm } from "react-hook-form";
import { CopyField } from "../../../../ui/copy";
import { expiryAfter, type Lifetime } from "../../../../ui/key-lifetime";
import { LifetimeField } from "../../../../ui/lifetime-field";
import { ShownOnceDialog } from "../../../../ui/shown-once-dialog";
import { TextField } from "../../../../ui/text-field";
import { FormDialog } from "../../../forms/form-dialog";
import type { ApiKeyOwner } from "../../../queries/account-queries";

type NewKey = { description: string; lifetime: Lifetime };

const longestDescription = 256;

/** Creates a key, then shows it once. */
export function CreateApiKeyDialog({ owner, onClose }: { owner: ApiKeyOwner; onClose: () => void }) {
  const [created, setCreated] = useState<string>();
  const form = useForm<NewKey>({ defaultValues: { description: "", lifetime: "30" } });
  const { register, formState } = form;

  async function create({ description, lifetime }: NewKey) {
    const key = await owner.createApiKey({
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
    });
    setCreated(key.value);
  }

  if (created !== undefined) {
    return (
      <ShownOnceDialog
        title="Your new API key"
        description="Copy it to a safe place now. It cannot be shown again."
        acknowledgement="I have copied the key, and understand that it is not shown again"
        reminder="Tick the box below first, so that the key is not lost by accident."
        onClose={onClose}
      >
        <CopyField label="Secret API key" value={created} />
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog form={form} title="Create an API key" submitLabel="Create key" onSubmit={create} onClose={onClose}>
      <TextField
        label="Description"
        hint="Where it is used, so that you can tell your keys apart."
        placeholder="Nightly backup"
        autoComplete="off"
        error={formState.errors.description?.message}
        {...register("description", {
          validate: (description) => description.trim() !== "" || "Say where this key is used.",
          maxLength: { value: longestDescription, message: `Use at most ${longestDescription} characters.` },
        })}
      />
      <LifetimeField value={form.watch("lifetime")} onValueChange={(lifetime) => form.setValue("lifetime", lifetime)} />
    </FormDialog>
  );
}
