import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import UserPlusIcon from "lucide-react/icons/user-plus";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { useApp, useUser } from "../../react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { ownTeamsOptions, transferProjectOptions } from "./queries";

/** The team that owns the project: the way to its members, and the transfer to another team. */
export function OwnerTeamCard({ project }: { project: AdminOwnedProject }) {
  const app = useApp();
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(app, useUser({ or: "redirect" }).id));
  const owner = teams.find(({ id }) => id === project.ownerTeamId);
  const others = teams.filter((team) => team !== owner);
  const members = `${app.urls.accountSettings}#team-${project.ownerTeamId}`;
  return (
    <>
      <Card
        title="Team"
        description={
          <>
            All members of <strong className="font-medium text-ink">{owner?.displayName ?? "its team"}</strong>{" "}
            administer this project. Its admins invite others by email.
          </>
        }
        actions={
          <a href={members} className={buttonClasses("secondary", "small")}>
            <UserPlusIcon aria-hidden="true" />
            Members and invitations
          </a>
        }
      />
      <Card
        title="Transfer project"
        description="Moves the project with its users, keys and settings to another team. Only an admin of the current team can do it."
      >
        {others.length === 0 ? (
          <p className="text-sm text-ink-soft">
            You are in no other team. <a href={`${app.urls.accountSettings}#team-creation`}>Create one</a>, or ask to be
            invited to one.
          </p>
        ) : (
          <Transfer project={project} teams={others} />
        )}
      </Card>
    </>
  );
}

interface TeamName {
  id: string;
  displayName: string;
}

function Transfer({ project, teams: [first, ...rest] }: { project: AdminOwnedProject; teams: TeamName[] }) {
  const transfer = useMutation(transferProjectOptions(project));
  const [chosen, setChosen] = useState(first);
  const [isAsking, setIsAsking] = useState(false);
  const teams = [...(first ? [first] : []), ...rest];
  const team = teams.find(({ id }) => id === chosen?.id) ?? first;
  if (!team) return null;
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <div className="sm:w-72">
        <Select
          label="New team"
          options={teams.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={team.id}
          onValueChange={(id) => setChosen(teams.find((each) => each.id === id))}
        />
      </div>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Transfer project
      </Button>
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Transfer ${project.displayName} to ${team.displayName}?`}
        description={`The members of ${team.displayName} administer the project from now on, and those of its current team no longer do unless they are in both.`}
        confirmLabel="Transfer project"
        successMessage={`${project.displayName} belongs to ${team.displayName} now.`}
        mutationFn={() => transfer.mutateAsync(team.id)}
      />
    </div>
  );
}
