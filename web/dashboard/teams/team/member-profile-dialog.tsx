import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { ProfileImageField } from "../../forms/profile-image-field";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import { type Member, updateMemberProfileOptions } from "../queries";
import { nameRules, refusedImage } from "../team-fields";
import { memberName } from "./member-name";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** The name and the image that a member has in the team. */
export default function MemberProfileDialog({
  team,
  member,
  onClose,
}: PartProps & { member: Member; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { write } = useTeamWrites(team);
  const { mutateAsync: update } = useMutation(updateMemberProfileOptions(app, team.id, member.id));
  const form = useForm({
    defaultValues: { displayName: member.displayName ?? "", profileImageUrl: member.profileImageUrl ?? "" },
  });
  const { register, control, formState } = form;
  const name = memberName(member, t);
  return (
    <FormDialog
      form={form}
      title={t("Profile of {name}", { name })}
      description={t("What other members see of them in this team. Elsewhere they keep their own name and image.")}
      submitLabel={t("Save changes")}
      onClose={onClose}
      explain={refusedImage(t)}
      onSubmit={async ({ displayName, profileImageUrl }) => {
        const { dirtyFields } = formState;
        const changes = {
          ...(dirtyFields.displayName && { displayName: displayName.trim() }),
          ...(dirtyFields.profileImageUrl && { profileImageUrl: profileImageUrl.trim() || null }),
        };
        await write({
          done: t("Profile saved."),
          before: [
            `const user = await serverApp.getUser(${JSON.stringify(member.id)});`,
            "const profile = await user.getTeamProfile(team);",
          ],
          call: ["profile.update", changes],
          run: () => update(changes),
        });
        onClose();
      }}
    >
      <TextField
        label={t("Name in the team")}
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", nameRules(t))}
      />
      <ProfileImageField label={t("Image address")} hint={t("Empty for the user’s own image.")} control={control} />
    </FormDialog>
  );
}
