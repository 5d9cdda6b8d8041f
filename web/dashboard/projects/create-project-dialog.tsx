import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser, Team } from "../../kit";
import { useUser } from "../../react";
import { FormFailure } from "../../react/form-failure";
import { submitWith } from "../../react/submit";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/text-field";
import { CreateTeamDialog } from "./create-team-dialog";

/** Makes a project for the owner's selected team and leads into it. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const owner = useUser({ or: "redirect" });
  const team = owner.selectedTeam;
  if (!team) return <CreateTeamDialog owner={owner} onClose={onClose} />;
  return <ProjectDialog owner={owner} team={team} onClose={onClose} />;
}

function ProjectDialog({ owner, team, onClose }: { owner: CurrentUser; team: Team; onClose: () => void }) {
  const navigate = useNavigate();
  const formId = useId();
  const form = useForm({
    defaultValues: { displayName: "", credentialEnabled: true, magicLinkEnabled: false, passkeyEnabled: false },
  });
  const { register, formState } = form;

  const submit = submitWith(form, async ({ displayName, ...methods }) => {
    const project = await owner.createProject({
      displayName: displayName.trim(),
      teamId: team.id,
      // A new project is tried out on the developer's machine first; production mode asks to switch this off.
      config: { ...methods, allowLocalhost: true },
    });
    await navigate({ to: "/projects/$projectId/overview", params: { projectId: project.id } });
  });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Create project"
      description={
        <>
          It will belong to <strong className="font-medium text-ink">{team.displayName}</strong>, whose members
          administer it together.
        </>
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={formState.isSubmitting}>
            Create project
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormFailure form={form} />
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
      </form>
    </Dialog>
  );
}
