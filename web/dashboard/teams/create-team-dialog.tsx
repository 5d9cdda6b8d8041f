import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { TextField } from "../../ui/forms/text-field";
import { useToast } from "../../ui/overlays/toast";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { ProfileImageField } from "../forms/profile-image-field";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { createTeamOptions } from "./queries";
import { nameRules, refusedImage } from "./team-fields";

/** Creates a team, and opens its page. */
export default function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const toast = useToast();
  const { show } = useShownCode();
  const navigate = useNavigate({ from: "/projects/$projectId/teams" });
  const { mutateAsync: create } = useMutation(createTeamOptions(app));
  const form = useForm({ defaultValues: { displayName: "", profileImageUrl: "" } });
  const { register, control, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Create team")}
      description={t("It has no members at first. Add users to it, or invite people by email, on its page.")}
      submitLabel={t("Create team")}
      onClose={onClose}
      explain={refusedImage(t)}
      onSubmit={async ({ displayName, profileImageUrl }) => {
        const options = { displayName: displayName.trim(), profileImageUrl: profileImageUrl.trim() || undefined };
        const team = await create(options);
        show({ title: t("Create team"), code: kitCode([], "serverApp.createTeam", options) });
        toast({ tone: "success", message: t("{name} is created.", { name: team.displayName }) });
        await navigate({
          to: "/projects/$projectId/teams/$teamId",
          params: ({ projectId = "" }) => ({ projectId, teamId: team.id }),
          replace: true,
        });
      }}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", nameRules(t))}
      />
      <ProfileImageField label={t("Image address")} hint={t("Optional.")} control={control} />
    </FormDialog>
  );
}
