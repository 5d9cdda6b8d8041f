import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../../kit";
import { TextField } from "../../../ui/text-field";
import { FormCard } from "../../form-card";
import { ProfileImageCard } from "./profile-image-card";
import type { SectionProps } from "./section";

const longestName = 256;

/** Who the user is to others. */
export function ProfileSection({ user }: SectionProps) {
  return (
    <>
      <NameCard user={user} />
      <ProfileImageCard user={user} />
    </>
  );
}

function NameCard({ user }: { user: CurrentUser }) {
  const form = useForm({ values: { displayName: user.displayName ?? "" } });
  const { register, formState } = form;
  return (
    <FormCard
      form={form}
      title="Name"
      description="What others see. It has no part in signing in."
      savedMessage="Your name has been saved."
      onSave={({ displayName }) => user.setDisplayName(displayName.trim() || null)}
    >
      <TextField
        label="Display name"
        autoComplete="name"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          maxLength: { value: longestName, message: `Use at most ${longestName} characters.` },
        })}
      />
    </FormCard>
  );
}
