import { useState } from "react";
import { isKnownError } from "../../../kit/errors/known-error";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Dialog } from "../../../ui/overlays/dialog";
import { useApiUrl } from "../../api-url";
import { useShownCode } from "../../code/shown-code";
import type { Selection } from "../../table/selection";
import { useTranslation } from "../../translation/use-translation";
import { JobStatus, useJob } from "../jobs/job-status";
import { ReasonField } from "../reason-field";
import { liftRestriction, restrictionCode, restrictUser } from "../restriction";

interface BulkProps {
  selection: Selection;
  nameOf: (userId: string) => string;
  /** Ends restrictions in place of making them. */
  isLifting: boolean;
  onClose: () => void;
}

/** Restricts the selected users, or lifts their restrictions. Those with whom it failed stay selected. */
export default function RestrictUsersDialog({ selection, nameOf, isLifting, onClose }: BulkProps) {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  const job = useJob<string>("users", "sessions");
  const { show } = useShownCode();
  const [reason, setReason] = useState("");
  const [ids] = useState(() => [...selection.ids]);
  const count = ids.length;
  const label = isLifting ? t("Lift restrictions") : t("Restrict users");

  async function start() {
    const { done, failures } = await job.start(ids, (userId, app) =>
      unlessDeleted(isLifting ? liftRestriction(app, userId) : restrictUser(app, userId, reason)),
    );
    const kept = new Set(failures.map(({ item }) => item));
    selection.select(
      ids.slice(0, done).filter((id) => !kept.has(id)),
      false,
    );
    show({ title: label, code: restrictionCode(apiUrl, ids, isLifting ? undefined : reason) });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={() => (job.state === "running" ? job.cancel() : onClose())}
      title={
        isLifting
          ? t("{count, plural, one {Lift the restriction of # user?} other {Lift the restrictions of # users?}}", {
              count,
            })
          : t("{count, plural, one {Restrict # user?} other {Restrict # users?}}", { count })
      }
      description={
        isLifting
          ? t("They can sign in again, and their API keys work again. The sessions that they had stay ended.")
          : t(
              "They are signed out everywhere and cannot sign in, and their API keys are refused. Nothing of theirs is deleted: you can lift the restrictions at any time.",
            )
      }
      actions={
        job.state === "ready" ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button variant={isLifting ? "primary" : "danger"} onClick={() => void start()}>
              {label}
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
      {job.state !== "ready" ? (
        <JobStatus
          job={job}
          summary={(done) =>
            isLifting
              ? t("{count, plural, one {# user can sign in again.} other {# users can sign in again.}}", {
                  count: done,
                })
              : t("{count, plural, one {# user is restricted.} other {# users are restricted.}}", { count: done })
          }
          itemName={nameOf}
          describe={(error) => describeFailure(error, t)}
        />
      ) : (
        !isLifting && <ReasonField value={reason} onChange={setReason} />
      )}
    </Dialog>
  );
}

async function unlessDeleted(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // Somebody else has deleted them.
    if (!isKnownError(error, "USER_NOT_FOUND")) throw error;
  }
}
