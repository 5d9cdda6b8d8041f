import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import UserPlusIcon from "lucide-react/icons/user-plus";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { useApp, useUser } from "../../react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { linkClasses } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { ownTeamsOptions, transferProjectOptions } from "./queries";

/** The team that owns the project: the way to its members, and the transfer to another team. */
export function OwnerTeamCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const app = useApp();
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(app, useUser({ or: "redirect" }).id));
  const owner = teams.find(({ id }) => id === project.ownerTeamId);
  const others = teams.filter((team) => team !== owner);
  return (
    <>
      <Card
        title={t("Owners")}
        description={t.rich("All members of {team} administer this project. Its admins invite others by email.", {
          team: (
            <strong key="team" className="font-medium text-ink">
              <Name>{owner?.displayName ?? t("its team")}</Name>
            </strong>
          ),
        })}
        actions={
          <Link
            to="/projects/$projectId/owners"
            params={{ projectId: project.id }}
            className={buttonClasses("secondary", "small")}
          >
            <UserPlusIcon aria-hidden="true" />
            {t("Members and invitations")}
          </Link>
        }
      />
      <Card
        title={t("Transfer project")}
        description={t(
          "Moves the project with its users, keys and settings to another team. Only an admin of the current team can do it.",
        )}
      >
        {others.length === 0 ? (
          <p className="text-sm text-ink-soft">
            {t.rich("You are in no other team. <link>Create one</link>, or ask to be invited to one.", {
              link: (text) => (
                <a href={`${app.urls.accountSettings}#team-creation`} className={linkClasses}>
                  {text}
                </a>
              ),
            })}
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
  const t = useTranslation();
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
          label={t("New team")}
          options={teams.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={team.id}
          onValueChange={(id) => setChosen(teams.find((each) => each.id === id))}
        />
      </div>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {t("Transfer project")}
      </Button>
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t("Transfer {project} to {team}?", { project: project.displayName, team: team.displayName })}
        description={t(
          "The members of {team} administer the project from now on, and those of its current team no longer do unless they are in both.",
          { team: team.displayName },
        )}
        confirmLabel={t("Transfer project")}
        successMessage={t("{project} belongs to {team} now.", {
          project: project.displayName,
          team: team.displayName,
        })}
        mutationFn={() => transfer.mutateAsync(team.id)}
      />
    </div>
  );
}
