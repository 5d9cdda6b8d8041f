import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { TextField } from "../../ui/forms/text-field";
import { checkOptionalImageUrl, displayNameRules } from "./field-rules";
import { updateUserOptions } from "./queries";
import { refusedField } from "./refused-fields";

type Profile = { displayName: string; profileImageUrl: string };

export function ProfileForm({ user }: { user: ServerUser }) {
  const updateUser = useMutation(updateUserOptions(user));
  const form = useForm<Profile>({
    values: { displayName: user.displayName ?? "", profileImageUrl: user.profileImageUrl ?? "" },
  });
  const { register, formState } = form;

  return (
    <FormCard
      form={form}
      title="Profile"
      savedMessage="Profile saved."
      onSave={({ displayName, profileImageUrl }) => {
        const { dirtyFields } = formState;
        return updateUser.mutateAsync({
          displayName: dirtyFields.displayName ? displayName.trim() || null : undefined,
          profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
        });
      }}
      explain={refusedField("displayName", "profileImageUrl")}
    >
      <TextField
        label="Display name"
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", displayNameRules)}
      />
      <TextField
        label="Profile image address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        error={formState.errors.profileImageUrl?.message}
        {...register("profileImageUrl", { validate: checkOptionalImageUrl })}
      />
    </FormCard>
  );
}
