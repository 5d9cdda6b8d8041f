import { userActor } from "../../db/audit/actor";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { endSessionsOf } from "../../db/sessions/changes";
import { advanceCredentials } from "../../db/users/changes";
import { verificationCode } from "../../protocol/fields";
import type { AppRouter } from "../access";
import { projectOfCode, readOpenCode, tryClaimCode } from "../verification-codes";
import type { VerificationCodeError } from "../verification-codes/contract";
import * as contract from "./contract";
import { endSessionsCode } from "./end-sessions-code";
import { endSessionsPage } from "./end-sessions-page";

export function securityNoticeRoutes(router: AppRouter): void {
  router.route(contract.openEndSessionsLink, async ({ shards, dbOf, query }) => {
    const sent = await sentCode({ shards }, query.code);
    if (!sent) return endSessionsPage("unknown");
    const found = await readOpenCode(dbOf(sent.projectId), endSessionsCode, sent);
    return endSessionsPage("problem" in found ? outcomeOf(found.problem) : "asked");
  });

  router.route(contract.endSessions, async ({ shards, dbOf, query, sender }) => {
    const sent = await sentCode({ shards }, query.code);
    if (!sent) return endSessionsPage("unknown");
    const db = dbOf(sent.projectId);
    const claimed = await tryClaimCode(db, endSessionsCode, sent);
    if ("problem" in claimed) return endSessionsPage(outcomeOf(claimed.problem));
    const user = { projectId: sent.projectId, userId: claimed.payload.userId };
    // The version too: a sign-in that has passed its first factor, or a mailed code, ends with the sessions.
    await db.batch([
      advanceCredentials(db, user),
      endSessionsOf(db, user),
      recordAuditOfProject(db, sent.projectId, userActor(sender, user.userId), {
        type: "sessions.revoked",
        target: { type: "user", id: user.userId },
      }),
    ]);
    return endSessionsPage("done");
  });
}

/** The code of a link, which names no project, with the project that it was made in. */
async function sentCode(databases: Parameters<typeof projectOfCode>[0], text: string | undefined) {
  const code = verificationCode.safeParse(text);
  if (!code.success) return undefined;
  const project = await projectOfCode(databases, endSessionsCode, code.data);
  return project && { projectId: project.projectId, code: code.data };
}

function outcomeOf(problem: VerificationCodeError): Parameters<typeof endSessionsPage>[0] {
  if (problem === "VERIFICATION_CODE_ALREADY_USED") return "used";
  return problem === "VERIFICATION_CODE_NOT_FOUND" ? "unknown" : "expired";
}
