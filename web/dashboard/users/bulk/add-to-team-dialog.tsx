import { useState } from "react";
import type { ServerTeam } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import type { Selection } from "../../table/selection";
import { useTranslation } from "../../translation/use-translation";
import ChooseTeamDialog from "../choose-team-dialog";
import { JobStatus, useJob } from "../jobs/job-status";

/** Makes the selected users members of a team. Who is one already stays one. */
export default function AddUsersToTeamDialog({
  selection,
  nameOf,
  onClose,
}: {
  selection: Selection;
  nameOf: (userId: string) => string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const job = useJob<string>("users", "teams", "team-members", "permissions");
  const { show } = useShownCode();
  const [team, setTeam] = useState<ServerTeam>();
  const [ids] = useState(() => [...selection.ids]);

  async function start(team: ServerTeam) {
    setTeam(team);
    await job.start(ids, async (userId, app) => {
      const params = { team_id: team.id, user_id: userId };
      try {
        await app[appInternals]
          .caller("server")
          .write("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
      } catch (error) {
        if (!isKnownError(error, "TEAM_MEMBERSHIP_ALREADY_EXISTS")) throw error;
      }
    });
    show({
      title: t("Add users to a team"),
      code: `const team = await serverApp.getTeam(${JSON.stringify(team.id)});
for (const id of ${JSON.stringify(ids.slice(0, 20), null, 2)}) {
  await team?.addUser(id);
}`,
    });
  }

  if (!team) {
    return (
      <ChooseTeamDialog
        title={t("{count, plural, one {Add # user to a team} other {Add # users to a team}}", { count: ids.length })}
        description={t("Each gets the permissions that your project gives to members.")}
        submitLabel={t("Add to team")}
        onChoose={(chosen) => void start(chosen)}
        onClose={onClose}
      />
    );
  }
  const isRunning = job.state !== "finished";
  return (
    <Dialog
      isOpen
      onOpenChange={() => (isRunning ? job.cancel() : onClose())}
      title={t("Add to {team}", { team: team.displayName })}
      actions={
        isRunning ? (
          <Button variant="secondary" disabled={job.isCancelled} onClick={job.cancel}>
            {t("Cancel")}
          </Button>
        ) : (
          <Button onClick={onClose}>{t("Done")}</Button>
        )
      }
    >
      <JobStatus
        job={job}
        summary={(done) =>
          t("{count, plural, one {# user is a member now.} other {# users are members now.}}", { count: done })
        }
        itemName={nameOf}
        describe={(error) => describeFailure(error, t)}
      />
    </Dialog>
  );
}
