import { userActor } from "../../db/audit/actor";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { endSessionsOf } from "../../db/sessions/changes";
import { advanceCredentials } from "../../db/users/changes";
import { verificationCode } from "../../protocol/fields";
import type { AppRouter } from "../access";
import { type LinkedPage, linkedPage } from "../emails/index";
import { checkCode, claimCode, projectOfCode } from "../verification-codes";
import type { VerificationCodeError } from "../verification-codes/contract";
import * as contract from "./contract";
import { endSessionsCode } from "./end-sessions-code";

export function securityNoticeRoutes(router: AppRouter): void {
  router.route(contract.openEndSessionsLink, async ({ shards, dbOf, query }) => {
    const sent = await sentCode({ shards }, query.code);
    if (!sent) return endSessionsPage("unknown");
    const found = await checkCode({ db: dbOf(sent.projectId), fail: outcomeOf }, endSessionsCode, sent);
    return endSessionsPage(typeof found === "string" ? found : "asked");
  });

  router.route(contract.endSessions, async ({ shards, dbOf, query, sender }) => {
    const sent = await sentCode({ shards }, query.code);
    if (!sent) return endSessionsPage("unknown");
    const db = dbOf(sent.projectId);
    const claimed = await claimCode({ db, fail: outcomeOf }, endSessionsCode, sent);
    if (typeof claimed === "string") return endSessionsPage(claimed);
    const user = { projectId: sent.projectId, userId: claimed.userId };
    // The version too: a sign-in that has passed its first factor ends with the sessions.
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

const outcomes = {
  asked: {
    status: 200,
    title: "Was this not you?",
    text: "Sign your account out on every device, so that no one else stays signed in. You can sign in again afterwards.",
    button: "Sign out everywhere",
  },
  done: {
    status: 200,
    title: "Your account is signed out everywhere",
    text: "Now sign in again and choose a new password. Then look through your account settings: remove addresses, passkeys and linked accounts that are not yours.",
  },
  used: {
    status: 200,
    title: "You have used this link before",
    text: "It signed your account out on every device. Sessions that began afterwards are listed in your account settings.",
  },
  expired: {
    status: 400,
    title: "This link has expired",
    text: "Nothing was changed. You can end sessions in your account settings, or choose a new password.",
  },
  unknown: {
    status: 404,
    title: "This link does not work",
    text: "Nothing was changed. Please make sure that you opened the whole link, or choose a new password.",
  },
} as const satisfies Record<string, LinkedPage>;

/** Returns what the link of a security notice leads to. */
function endSessionsPage(outcome: keyof typeof outcomes): Promise<Response> {
  return linkedPage(outcomes[outcome]);
}
