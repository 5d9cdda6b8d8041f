import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Json, ServerUser } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { TextAreaField } from "../../ui/forms/text-field";
import { checkMetadata, metadataText, parseMetadata } from "./metadata-text";
import { updateUserOptions } from "./queries";

type Metadata = Record<"clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata", string>;

const kinds = [
  { name: "clientMetadata", label: "Client metadata", hint: "The user can read and change it." },
  {
    name: "clientReadOnlyMetadata",
    label: "Client read-only metadata",
    hint: "The user can read it; only you and your backend can change it.",
  },
  { name: "serverMetadata", label: "Server metadata", hint: "Only you and your backend see it." },
] as const;

/** Data that the app stores with a user, as JSON. */
export function MetadataForm({ user }: { user: ServerUser }) {
  const updateUser = useMutation(updateUserOptions(user));
  const form = useForm<Metadata>({
    values: {
      clientMetadata: metadataText(user.clientMetadata),
      clientReadOnlyMetadata: metadataText(user.clientReadOnlyMetadata),
      serverMetadata: metadataText(user.serverMetadata),
    },
  });
  const { register, formState } = form;

  return (
    <FormCard
      form={form}
      title="Metadata"
      description="Data that your app stores with the user, as JSON."
      savedMessage="Metadata saved."
      onSave={(texts) => {
        const changes: { -readonly [Name in keyof Metadata]?: Json } = {};
        // Only edited fields are sent: the app may have changed the others in the meantime.
        for (const { name } of kinds) {
          if (formState.dirtyFields[name]) changes[name] = parseMetadata(texts[name]);
        }
        return updateUser.mutateAsync(changes);
      }}
    >
      {kinds.map(({ name, label, hint }) => (
        <TextAreaField
          key={name}
          label={label}
          hint={hint}
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono"
          error={formState.errors[name]?.message}
          {...register(name, { validate: checkMetadata })}
        />
      ))}
    </FormCard>
  );
}
