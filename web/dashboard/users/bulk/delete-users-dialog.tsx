import { useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import { describeFailure } from "../../../react/errors/describe-failure";
import { leavesProjectsWithoutOwner } from "../../../react/pages/account-settings/parts/projects-without-owner";
import { Button } from "../../../ui/buttons/button";
import { TextField } from "../../../ui/forms/text-field";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import type { Selection } from "../../table/selection";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { JobStatus, useJob } from "../jobs/job-status";

const confirmation = "delete";

/** Deletes the selected users, after a confirmation. Those who could not be deleted stay selected. */
export default function DeleteUsersDialog({
  selection,
  nameOf,
  onClose,
}: {
  selection: Selection;
  nameOf: (userId: string) => string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const job = useJob<string>("users", "teams", "team-members");
  const { show } = useShownCode();
  const [typed, setTyped] = useState("");
  const [ids] = useState(() => [...selection.ids]);
  const count = ids.length;

  async function start() {
    const { done, failures } = await job.start(ids, deleteUser);
    const kept = new Set(failures.map(({ item }) => item));
    selection.select(
      ids.slice(0, done).filter((id) => !kept.has(id)),
      false,
    );
    show({ title: t("Delete users"), code: deletionCode(ids) });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={() => (job.state === "running" ? job.cancel() : onClose())}
      title={t("{count, plural, one {Delete # user?} other {Delete # users?}}", { count })}
      description={t(
        "Their sessions end, and everything that is theirs is deleted with them. Teams stay. This cannot be undone.",
      )}
      actions={
        job.state === "ready" ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button variant="danger" disabled={typed.trim() !== confirmation} onClick={() => void start()}>
              {t("Delete users")}
            </Button>
          </>
        ) : job.state === "running" ? (
          <Button variant="secondary" disabled={job.isCancelled} onClick={job.cancel}>
            {t("Cancel")}
          </Button>
        ) : (
          <Button onClick={onClose}>{t("Done")}</Button>
        )
      }
    >
      {job.state === "ready" ? (
        <TextField
          label={t("Type “{phrase}” to confirm", { phrase: confirmation })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : (
        <JobStatus
          job={job}
          summary={(done) =>
            t("{count, plural, one {# user is deleted.} other {# users are deleted.}}", { count: done })
          }
          itemName={nameOf}
          describe={(error) => describeDeletion(error, t)}
        />
      )}
    </Dialog>
  );
}

async function deleteUser(userId: string, app: Parameters<Parameters<ReturnType<typeof useJob>["start"]>[1]>[1]) {
  try {
    await app[appInternals].caller("server").write("DELETE /users/{user_id}", { params: { user_id: userId } });
  } catch (error) {
    // Somebody else has deleted them.
    if (!isKnownError(error, "USER_NOT_FOUND")) throw error;
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
