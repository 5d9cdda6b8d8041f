import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { InternalApiKeyFirstView } from "../../kit";
import { FormDialog } from "../../react/forms/form-dialog";
import { Checkbox } from "../../ui/checkbox";
import { expiryAfter, type Lifetime } from "../../ui/key-lifetime";
import { LifetimeField } from "../../ui/lifetime-field";
import { TextField } from "../../ui/text-field";
import { useOwnedProject } from "../use-owned-projects";
import { NewKeysDialog } from "./new-keys-dialog";

type NewKeys = { description: string; lifetime: Lifetime; kinds: ("client" | "server" | "admin")[] };

/** Makes a set of keys, then shows them for the only time. */
export function CreateKeysDialog({ onClose }: { onClose: () => void }) {
  const { app } = useOwnedProject();
  const kindsErrorId = useId();
  const [made, setMade] = useState<InternalApiKeyFirstView>();
  const form = useForm<NewKeys>({
    defaultValues: { description: "", lifetime: "never", kinds: ["client", "server"] },
  });
  const { register, formState } = form;
  const { errors } = formState;

  async function create({ description, lifetime, kinds }: NewKeys) {
    const keys = await app.createInternalApiKey({
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
      hasPublishableClientKey: kinds.includes("client"),
      hasSecretServerKey: kinds.includes("server"),
      hasSuperSecretAdminKey: kinds.includes("admin"),
    });
    setMade(keys);
  }

  if (made) return <NewKeysDialog keys={made} onClose={onClose} />;
  const kinds = register("kinds", { validate: (chosen) => chosen.length > 0 || "Choose at least one kind of key." });
  return (
    <FormDialog form={form} title="Create keys" submitLabel="Create keys" onSubmit={create} onClose={onClose}>
      <TextField
        label="Description"
        hint="Where they are used, so that you know what you revoke."
        placeholder="Production website"
        autoComplete="off"
        error={errors.description?.message}
        {...register("description", {
          validate: (description) => description.trim() !== "" || "Say where these keys are used.",
        })}
      />
      <LifetimeField value={form.watch("lifetime")} onValueChange={(lifetime) => form.setValue("lifetime", lifetime)} />
      <fieldset aria-describedby={errors.kinds ? kindsErrorId : undefined} className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink">Kinds</legend>
        <Checkbox
          {...kinds}
          value="client"
          label="Publishable client key"
          hint="For browsers. Safe to show to anybody."
        />
        <Checkbox
          {...kinds}
          value="server"
          label="Secret server key"
          hint="For your backend. Reads and changes every user."
        />
        <Checkbox
          {...kinds}
          value="admin"
          label="Super secret admin key"
          hint="For automation. Can change the project itself."
        />
        {errors.kinds && (
          <p id={kindsErrorId} className="text-sm font-medium text-danger">
            {errors.kinds.message}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
