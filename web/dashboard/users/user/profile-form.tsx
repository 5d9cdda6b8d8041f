import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../../kit";
import { FormCard } from "../../../react/forms/form-card";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { ProfileImageField } from "../../forms/profile-image-field";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { UnsavedChanges } from "../../unsaved/unsaved-changes";
import { displayNameRules } from "../field-rules";
import { updateUserOptions } from "../queries";
import { refusedField } from "../refused-fields";
import { teamsOfUserOptions } from "./queries";
import { useUserWrites } from "./user-writes";

type Profile = { displayName: string; profileImageUrl: string; selectedTeam: string };

/** The name, the picture and the selected team of a user. */
export function ProfileForm({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(teamsOfUserOptions(app, user));
  const { mutateAsync: update } = useMutation(updateUserOptions(user));
  const { write } = useUserWrites(user);
  const form = useForm<Profile>({
    values: {
      displayName: user.displayName ?? "",
      profileImageUrl: user.profileImageUrl ?? "",
      selectedTeam: user.selectedTeam?.id ?? "",
    },
  });
  const { register, control, watch, setValue, formState } = form;

  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Profile")}
        savedMessage={t("Profile saved.")}
        onSave={({ displayName, profileImageUrl, selectedTeam }) => {
          const { dirtyFields } = formState;
          const changes = {
            displayName: dirtyFields.displayName ? displayName.trim() || null : undefined,
            profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
            selectedTeamId: dirtyFields.selectedTeam ? selectedTeam || null : undefined,
          };
          return write({ call: ["user.update", changes], run: () => update(changes) });
        }}
        explain={refusedField(t, "displayName", "profileImageUrl")}
      >
        <TextField
          label={t("Display name")}
          autoComplete="off"
          error={formState.errors.displayName?.message}
          {...register("displayName", displayNameRules(t))}
        />
        <ProfileImageField label={t("Profile image address")} control={control} />
        {teams.length > 0 && (
          <Select
            label={t("Selected team")}
            hint={t("The team that your website shows the user first.")}
            options={[
              { value: "", label: t("None") },
              ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            value={watch("selectedTeam")}
            onValueChange={(team) => setValue("selectedTeam", team, { shouldDirty: true })}
          />
        )}
      </FormCard>
    </>
  );
}
