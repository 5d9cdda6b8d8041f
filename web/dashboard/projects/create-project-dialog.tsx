import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import type { CurrentUser, Team } from "../../kit";
import { useUser } from "../../react";
import { FormDialog } from "../../react/forms/form-dialog";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/text-field";
import { CreateTeamDialog } from "./create-team-dialog";

type NewProject = {
  displayName: string;
  credentialEnabled: boolean;
  magicLinkEnabled: boolean;
  passkeyEnabled: boolean;
};

/** Makes a project for the owner's selected team and leads into it. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const owner = useUser({ or: "redirect" });
  const team = owner.selectedTeam;
  if (!team) return <CreateTeamDialog owner={owner} onClose={onClose} />;
  return <ProjectDialog owner={owner} team={team} onClose={onClose} />;
}

function ProjectDialog({ owner, team, onClose }: { owner: CurrentUser; team: Team; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<NewProject>({
    defaultValues: { displayName: "", credentialEnabled: true, magicLinkEnabled: false, passkeyEnabled: false },
  });
  const { register, formState } = form;

  async function create({ displayName, ...methods }: NewProject) {
    const project = await owner.createProject({
      displayName: displayName.trim(),
      teamId: team.id,
      // A new project is tried out on the developer's machine first; production mode asks to switch this off.
      config: { ...methods, allowLocalhost: true },
    });
    await navigate({ to: "/projects/$projectId/overview", params: { projectId: project.id } });
  }

  return (
    <FormDialog
      form={form}
      title="Create project"
      description={
        <>
          It will belong to <strong className="font-medium text-ink">{team.displayName}</strong>, whose members
          administer it together.
        </>
      }
      submitLabel="Create project"
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Project name"
        hint="Your users see it on sign-in pages and in mails."
        placeholder="My website"
        autoComplete="off"
        error={formState.errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || "Enter a name for the project.",
        })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink">Sign-in methods</legend>
        <Checkbox label="Email and password" {...register("credentialEnabled")} />
        <Checkbox label="One-time code or link by email" {...register("magicLinkEnabled")} />
        <Checkbox label="Passkey" {...register("passkeyEnabled")} />
      </fieldset>
    </FormDialog>
  );
}
