import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormCard } from "../../../react/forms/form-card";
import { TextField } from "../../../ui/forms/text-field";
import { ProfileImageField } from "../../forms/profile-image-field";
import { useTranslation } from "../../translation/use-translation";
import { UnsavedChanges } from "../../unsaved/unsaved-changes";
import { updateTeamOptions } from "../queries";
import { nameRules, refusedImage } from "../team-fields";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** The name and the image of the team. */
export default function ProfilePart({ team }: PartProps) {
  const t = useTranslation();
  const { mutateAsync: update } = useMutation(updateTeamOptions(team));
  const { write } = useTeamWrites(team);
  const form = useForm({ values: { displayName: team.displayName, profileImageUrl: team.profileImageUrl ?? "" } });
  const { register, control, formState } = form;
  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Profile")}
        description={t("What members and invited people see of the team.")}
        savedMessage={t("Profile saved.")}
        explain={refusedImage(t)}
        onSave={({ displayName, profileImageUrl }) => {
          const { dirtyFields } = formState;
          const changes = {
            displayName: dirtyFields.displayName ? displayName.trim() : undefined,
            profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
          };
          return write({ call: ["team.update", changes], run: () => update(changes) });
        }}
      >
        <TextField
          label={t("Name")}
          autoComplete="off"
          error={formState.errors.displayName?.message}
          {...register("displayName", nameRules(t))}
        />
        <ProfileImageField label={t("Image address")} control={control} />
      </FormCard>
    </>
  );
}
