import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import type { CurrentUser, Team } from "../../kit";
import { useUser } from "../../react";
import { Alert } from "../../ui/feedback/alert";
import { Checkbox } from "../../ui/forms/checkbox";
import { TextField } from "../../ui/forms/text-field";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { createProjectOptions, createTeamOptions } from "./queries";

type NewProject = {
  displayName: string;
  credentialEnabled: boolean;
  magicLinkEnabled: boolean;
  passkeyEnabled: boolean;
};

/** Creates a project for the owner's selected team and opens it. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const owner = useUser({ or: "redirect" });
  const team = owner.selectedTeam;
  if (!team) return <CreateTeamDialog owner={owner} onClose={onClose} />;
  return <ProjectDialog owner={owner} team={team} onClose={onClose} />;
}

function ProjectDialog({ owner, team, onClose }: { owner: CurrentUser; team: Team; onClose: () => void }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const createProject = useMutation(createProjectOptions(owner));
  const form = useForm<NewProject>({
    defaultValues: { displayName: "", credentialEnabled: true, magicLinkEnabled: false, passkeyEnabled: false },
  });
  const { register, formState } = form;

  async function create({ displayName, ...methods }: NewProject) {
    const project = await createProject.mutateAsync({
      displayName: displayName.trim(),
      teamId: team.id,
      // A new project is first tried out on the developer's machine; production mode requires this to be off.
      config: { ...methods, allowLocalhost: true },
    });
    await navigate({ to: "/projects/$projectId/overview", params: { projectId: project.id } });
  }

  return (
    <FormDialog
      form={form}
      title={t("Create project")}
      description={t.rich("It will belong to {team}, whose members all administer it.", {
        team: (
          <strong key="team" className="font-medium text-ink">
            <Name>{team.displayName}</Name>
          </strong>
        ),
      })}
      submitLabel={t("Create project")}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t("Project name")}
        hint={t("Your users see it in emails.")}
        placeholder={t("My website")}
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the project."),
        })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink">{t("Sign-in methods")}</legend>
        <Checkbox label={t("Email and password")} {...register("credentialEnabled")} />
        <Checkbox label={t("One-time code or link by email")} {...register("magicLinkEnabled")} />
        <Checkbox label={t("Passkey")} {...register("passkeyEnabled")} />
      </fieldset>
      <p className="text-sm text-ink-soft">
        {t(
          "Anonymous users are on in a new project: your app can create accounts for visitors before they sign up. You can switch them off among its sign-in methods.",
        )}
      </p>
    </FormDialog>
  );
}

/** For owners without a selected team: the team created here becomes the selected one, so that it can own a project. */
function CreateTeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const t = useTranslation();
  const createTeam = useMutation(createTeamOptions(owner));
  const name = owner.displayName ?? owner.primaryEmail;
  const form = useForm({ defaultValues: { displayName: name ? t("{name}’s team", { name }) : t("My team") } });
  const { register, formState } = form;

  return (
    <FormDialog
      form={form}
      title={t("Create a team first")}
      submitLabel={t("Create team")}
      onSubmit={({ displayName }) => createTeam.mutateAsync({ displayName: displayName.trim() })}
      onClose={onClose}
    >
      <Alert>
        {t("A project belongs to a team, and you have none selected. All members of the team administer it.")}
      </Alert>
      <TextField
        label={t("Team name")}
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the team."),
        })}
      />
    </FormDialog>
  );
}
