import { useForm } from "react-hook-form";
import type { ServerUser } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { TextField } from "../../ui/text-field";
import { refusalOf } from "./user-failures";

type Profile = { displayName: string; profileImageUrl: string };

export function ProfileForm({ user }: { user: ServerUser }) {
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
        return user.update({
          displayName: dirtyFields.displayName ? displayName.trim() || null : undefined,
          profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
        });
      }}
      explain={refusalOf("displayName", "profileImageUrl")}
    >
      <TextField
        label="Display name"
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", { maxLength: { value: 256, message: "Use at most 256 characters." } })}
      />
      <TextField
        label="Profile image address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        error={formState.errors.profileImageUrl?.message}
        {...register("profileImageUrl", {
          validate: (url) => url.trim() === "" || checkImageAddress(url.trim()),
        })}
      />
    </FormCard>
  );
}

/** Why an image cannot be at an address, or true: the form library's convention. */
function checkImageAddress(address: string): string | true {
  const protocol = URL.parse(address)?.protocol;
  return (
    protocol === "https:" || protocol === "http:" || "Enter the whole address of an image, beginning with https://."
  );
}
