import { useForm } from "react-hook-form";
import type { Json, ServerUser } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { TextAreaField } from "../../ui/text-field";
import { checkMetadata, metadataText, parseMetadata } from "./metadata-text";

type Metadata = Record<"clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata", string>;

const kinds = [
  { name: "clientMetadata", label: "Client metadata", hint: "The user can read and change it." },
  {
    name: "clientReadOnlyMetadata",
    label: "Client read-only metadata",
    hint: "The user can read it, only you and your backend change it.",
  },
  { name: "serverMetadata", label: "Server metadata", hint: "Only you and your backend see it." },
] as const;

/** What the app keeps with a user, as JSON. */
export function MetadataForm({ user }: { user: ServerUser }) {
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
      description="Whatever your app wants to remember about the user, as JSON."
      savedMessage="Metadata saved."
      onSave={(texts) => {
        const changes: { -readonly [Name in keyof Metadata]?: Json } = {};
        // What has not been edited is left alone: the app may have changed it in the meantime.
        for (const { name } of kinds) {
          if (formState.dirtyFields[name]) changes[name] = parseMetadata(texts[name]);
        }
        return user.update(changes);
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
