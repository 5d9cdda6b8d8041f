import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import type { Json, ServerUser } from "../../../kit";
import { FormCard } from "../../../react/forms/form-card";
import { JsonField } from "../../editor/json-field";
import { UnsavedChanges } from "../../forms/unsaved-changes";
import { msg } from "../../translation/msg";
import { useTranslation } from "../../translation/use-translation";
import { updateUserOptions } from "../queries";
import { jsonProblem, metadataText, parseMetadata } from "./metadata-text";
import { useUserWrites } from "./user-writes";

type Metadata = Record<"clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata", string>;

const kinds = [
  { name: "clientMetadata", label: msg("Client metadata"), hint: msg("The user can read and change it.") },
  {
    name: "clientReadOnlyMetadata",
    label: msg("Client read-only metadata"),
    hint: msg("The user can read it; only you and your backend can change it."),
  },
  { name: "serverMetadata", label: msg("Server metadata"), hint: msg("Only you and your backend see it.") },
] as const;

/** Data that the app stores with a user, as JSON. */
export function MetadataForm({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { mutateAsync: update } = useMutation(updateUserOptions(user));
  const { write } = useUserWrites(user);
  const form = useForm<Metadata>({
    mode: "onTouched",
    values: {
      clientMetadata: metadataText(user.clientMetadata),
      clientReadOnlyMetadata: metadataText(user.clientReadOnlyMetadata),
      serverMetadata: metadataText(user.serverMetadata),
    },
  });
  const { control, formState } = form;

  function checkMetadata(text: string): string | true {
    const problem = jsonProblem(text);
    if (problem === null) return true;
    return problem.line === undefined
      ? t("This is not JSON: {problem}.", { problem: problem.message })
      : t("This is not JSON, in line {line}: {problem}.", { line: problem.line, problem: problem.message });
  }

  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Metadata")}
        description={t("Data that your app stores with the user, as JSON.")}
        savedMessage={t("Metadata saved.")}
        onSave={(texts) => {
          const changes: { -readonly [Name in keyof Metadata]?: Json } = {};
          // Only edited fields are sent: the app may have changed the others in the meantime.
          for (const { name } of kinds) {
            if (formState.dirtyFields[name]) changes[name] = parseMetadata(texts[name]);
          }
          return write({ call: ["user.update", changes], run: () => update(changes) });
        }}
      >
        {kinds.map(({ name, label, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            rules={{ validate: checkMetadata }}
            render={({ field, fieldState: { error } }) => (
              <JsonField
                label={t(label)}
                hint={t(hint)}
                error={error?.message}
                errorLine={error && jsonProblem(field.value)?.line}
                {...field}
              />
            )}
          />
        ))}
      </FormCard>
    </>
  );
}
