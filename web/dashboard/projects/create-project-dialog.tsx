import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import type { CurrentUser, Team } from "../../kit";
import { useApp, useUser } from "../../react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { useToast } from "../../ui/toast";
import { FormFailure } from "../form-failure";
import { ownTeamsOptions } from "../queries";
import { submitWith } from "../submit";

type NewProject = {
  displayName: string;
  teamId: string;
  credentialEnabled: boolean;
  magicLinkEnabled: boolean;
  passkeyEnabled: boolean;
};

/** Makes a project for one of the owner's teams and leads into it. Suspends while the teams are read. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const owner = useUser({ or: "redirect" });
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(useApp(), owner));
  if (teams.length === 0) return <TeamDialog owner={owner} onClose={onClose} />;
  return <ProjectDialog owner={owner} teams={teams} onClose={onClose} />;
}

function ProjectDialog({ owner, teams, onClose }: { owner: CurrentUser; teams: Team[]; onClose: () => void }) {
  const navigate = useNavigate();
  const formId = useId();
  const form = useForm<NewProject>({
    defaultValues: {
      displayName: "",
      teamId: owner.selectedTeam?.id ?? teams[0]?.id ?? "",
      credentialEnabled: true,
      magicLinkEnabled: false,
      passkeyEnabled: false,
    },
  });
  const { register, control, formState } = form;

  const submit = submitWith(form, async ({ displayName, teamId, ...methods }) => {
    const project = await owner.createProject({
      displayName: displayName.trim(),
      teamId,
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
      description="One app or website, with users of its own."
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
        {teams.length > 1 && (
          <Controller
            control={control}
            name="teamId"
            render={({ field }) => (
              <Select
                label="Owner team"
                hint="Every member of the team can administer the project."
                options={teams.map((team) => ({ value: team.id, label: team.displayName }))}
                value={field.value}
                onValueChange={field.onChange}
              />
            )}
          />
        )}
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

/** A project belongs to a team: somebody who is in none makes one first. */
function TeamDialog({ owner, onClose }: { owner: CurrentUser; onClose: () => void }) {
  const toast = useToast();
  const formId = useId();
  const form = useForm({ defaultValues: { displayName: `${owner.displayName ?? owner.primaryEmail ?? "My"} team` } });

  const submit = submitWith(form, async ({ displayName }) => {
    await owner.createTeam({ displayName: displayName.trim() });
    toast({ tone: "success", message: "Team created. Now create its first project." });
  });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Create a team first"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={form.formState.isSubmitting}>
            Create team
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Alert>A project belongs to a team, and you are in none. Create one, or ask to be invited to one.</Alert>
        <FormFailure form={form} />
        <TextField
          label="Team name"
          autoComplete="off"
          error={form.formState.errors.displayName?.message}
          {...form.register("displayName", {
            validate: (name) => name.trim() !== "" || "Enter a name for the team.",
          })}
        />
      </form>
    </Dialog>
  );
}
