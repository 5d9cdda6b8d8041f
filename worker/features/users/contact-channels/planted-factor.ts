import { userActor } from "../../../db/audit/actor";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import { clearTotpFlag } from "../../../db/users/changes";
import { provesAccount } from "../../../db/users/contact-channels/changes";
import { recordUser } from "../../../db/users/events";
import { removeTotpSecret } from "../../../db/users/totp";
import { never } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";

/**
 * Makes the statements that end a user's second factor where an emailed link alone proves the account for the first time. Whoever set the
 * factor up may only have typed the address in, and a reset keeps the factor after the proof. The statements come before `markVerified`.
 * The first one returns the user who had a factor.
 */
export function endPlantedFactor(
  { db, sender }: Pick<Tools, "db" | "sender">,
  project: Project,
  { isByHolder, ...link }: { userId: string; value: string; since: number; isByHolder: boolean },
) {
  const { userId } = link;
  const user = { projectId: project.id, userId };
  const isEnded = isByHolder ? never : provesAccount(db, project, link);
  const event = { type: "totp.disabled", target: { type: "user", id: userId } } as const;
  return [
    clearTotpFlag(db, user, isEnded),
    recordAudit(db, project, userActor(sender, userId), event, ifChanged),
    recordUser(db, "user.updated", user, ifChanged),
    ...removeTotpSecret(db, user, isEnded),
  ] as const;
}
