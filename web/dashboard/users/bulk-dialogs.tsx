import { useState } from "react";
import type { GatehouseAdminApp, Resource, ServerTeam } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { describeFailure } from "../../react/errors/describe-failure";
import { leavesProjectsWithoutOwner } from "../../react/pages/account-settings/parts/danger-card";
import { Button } from "../../ui/buttons/button";
import { TextField } from "../../ui/forms/text-field";
import { useApiUrl } from "../api-url";
import { useShownCode } from "../code/shown-code";
import type { Selection } from "../table/virtual-table";
import { type Translate, useTranslation } from "../translation/use-translation";
import { ChooseTeamDialog } from "../user-filters/choose-dialogs";
import { JobDialog, useJob } from "./job-dialog";
import { ReasonField } from "./reason-field";
import { liftSuspension, suspendUser, suspensionCode } from "./suspension";

interface BulkProps {
  selection: Selection;
  nameOf: (userId: string) => string;
  onClose: () => void;
}

/** Makes the selected users members of a team. Who is one already stays one. */
export function AddUsersToTeamDialog({ selection, nameOf, onClose }: BulkProps) {
  const t = useTranslation();
  const job = useJob<string>("users", "teams", "team-members", "permissions");
  const { show } = useShownCode();
  const [team, setTeam] = useState<ServerTeam>();
  const [ids] = useState(() => [...selection.ids]);

  async function start(team: ServerTeam) {
    setTeam(team);
    await job.start(ids, (userId, app) => addToTeam(app, team.id, userId));
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
  return (
    <JobDialog
      job={job}
      title={t("Add to {team}", { team: team.displayName })}
      confirm={null}
      onClose={onClose}
      summary={(count) =>
        t("{count, plural, one {# user is a member now.} other {# users are members now.}}", { count })
      }
      itemName={nameOf}
      describe={(error) => describeFailure(error, t)}
    />
  );
}

const confirmation = "delete";

/** Deletes the selected users, after a confirmation. Those who could not be deleted stay selected. */
export function DeleteUsersDialog({ selection, nameOf, onClose }: BulkProps) {
  const t = useTranslation();
  const { job, ids, start } = useSelectedJob(selection, "users", "teams", "team-members");
  const { show } = useShownCode();
  const [typed, setTyped] = useState("");

  async function deleteAll() {
    await start(deleteUser);
    show({ title: t("Delete users"), code: deletionCode(ids) });
  }

  return (
    <JobDialog
      job={job}
      title={t("{count, plural, one {Delete # user?} other {Delete # users?}}", { count: ids.length })}
      description={t(
        "Their sessions end, and everything that is theirs is deleted with them. Teams stay. This cannot be undone.",
      )}
      confirm={
        <Button variant="danger" disabled={typed.trim() !== confirmation} onClick={() => void deleteAll()}>
          {t("Delete users")}
        </Button>
      }
      onClose={onClose}
      summary={(count) => t("{count, plural, one {# user is deleted.} other {# users are deleted.}}", { count })}
      itemName={nameOf}
      describe={(error) => describeDeletion(error, t)}
    >
      <TextField
        label={t("Type “{phrase}” to confirm", { phrase: confirmation })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </JobDialog>
  );
}

type SuspendUsersDialogProps = BulkProps & {
  /** Ends suspensions in place of making them. */
  isLifting: boolean;
};

/** Suspends the selected users, or lifts their suspensions. Those with whom it failed stay selected. */
export function SuspendUsersDialog({ selection, nameOf, isLifting, onClose }: SuspendUsersDialogProps) {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  const { job, ids, start } = useSelectedJob(selection, "users", "sessions");
  const { show } = useShownCode();
  const [reason, setReason] = useState("");
  const count = ids.length;
  const label = isLifting ? t("Lift suspensions") : t("Suspend users");

  async function suspendAll() {
    await start((userId, app) =>
      unless(isLifting ? liftSuspension(app, userId) : suspendUser(app, userId, reason), "USER_NOT_FOUND"),
    );
    show({ title: label, code: suspensionCode(apiUrl, ids, isLifting ? undefined : reason) });
  }

  return (
    <JobDialog
      job={job}
      title={
        isLifting
          ? t("{count, plural, one {Lift the suspension of # user?} other {Lift the suspensions of # users?}}", {
              count,
            })
          : t("{count, plural, one {Suspend # user?} other {Suspend # users?}}", { count })
      }
      description={
        isLifting
          ? t("They can sign in again, and their API keys work again. The sessions that they had stay ended.")
          : t(
              "They are signed out everywhere and cannot sign in, and their API keys are refused. Nothing of theirs is deleted: you can lift the suspensions at any time.",
            )
      }
      confirm={
        <Button variant={isLifting ? "primary" : "danger"} onClick={() => void suspendAll()}>
          {label}
        </Button>
      }
      onClose={onClose}
      summary={(count) =>
        isLifting
          ? t("{count, plural, one {# user can sign in again.} other {# users can sign in again.}}", { count })
          : t("{count, plural, one {# user is suspended.} other {# users are suspended.}}", { count })
      }
      itemName={nameOf}
      describe={(error) => describeFailure(error, t)}
    >
      {!isLifting && <ReasonField value={reason} onChange={setReason} />}
    </JobDialog>
  );
}

/** A job with the selected users. Those with whom it failed stay selected. */
function useSelectedJob(selection: Selection, ...changed: readonly Resource[]) {
  const job = useJob<string>(...changed);
  const [ids] = useState(() => [...selection.ids]);
  return {
    job,
    ids,
    start: async (work: (userId: string, app: GatehouseAdminApp) => Promise<unknown>) => {
      const { done, failures } = await job.start(ids, work);
      const kept = new Set(failures.map(({ item }) => item));
      selection.select(
        ids.slice(0, done).filter((id) => !kept.has(id)),
        false,
      );
    },
  };
}

function addToTeam(app: GatehouseAdminApp, team_id: string, user_id: string): Promise<void> {
  const request = { params: { team_id, user_id }, body: {} };
  const added = app[appInternals].caller("server").write("POST /team-memberships/{team_id}/{user_id}", request);
  return unless(added, "TEAM_MEMBERSHIP_ALREADY_EXISTS");
}

function deleteUser(user_id: string, app: GatehouseAdminApp): Promise<void> {
  const deleted = app[appInternals].caller("server").write("DELETE /users/{user_id}", { params: { user_id } });
  return unless(deleted, "USER_NOT_FOUND");
}

/** Goes on where somebody else has done the same: then it fails with this code. */
async function unless(work: Promise<unknown>, code: Parameters<typeof isKnownError>[1]): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isKnownError(error, code)) throw error;
  }
}

function describeDeletion(error: unknown, t: Translate): string {
  return leavesProjectsWithoutOwner(error)
    ? t("This user is the last owner of a project. Transfer or delete it first.")
    : describeFailure(error, t);
}

function deletionCode(ids: readonly string[]): string {
  return `const ids = ${JSON.stringify(ids.slice(0, 20), null, 2)};
for (const id of ids) {
  const user = await serverApp.getUser(id);
  await user?.delete();
}`;
}
