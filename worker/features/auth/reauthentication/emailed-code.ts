import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import type { User } from "../../../db/users/queries";
import type { EmailResult } from "../../../platform/email";
import type { Settings } from "../../../platform/env";
import { keyedHashes } from "../../../platform/server-secret";
import { type EmailCount, type EmailTools, emailDepsOf, sendSystemEmail } from "../../emails";
import { codeLifetime, defineCodeKind, halvesOf, lifetimeInWords, newCode } from "../../verification-codes";

/** Proves that the user of one session reads the email of their address. Another session's code proves nothing of this one. */
export function reauthenticationCode({ serverSecrets }: Pick<Settings, "serverSecrets">) {
  return defineCodeKind({
    name: "reauthentication",
    isUsedOncePerSubject: true,
    payload: z.object({ sessionId: z.string() }),
    // As with sign-in codes, the nonce is handed out.
    hashes: (code) => keyedHashes(serverSecrets, "reauthentication-code", code),
  });
}

/** Emails a code, and returns what completes the part that is typed. */
export async function emailReauthenticationCode(
  tools: EmailTools,
  project: Project,
  { user, email, sessionId, count }: { user: User; email: string; sessionId: string; count: EmailCount | null },
): Promise<{ nonce: string; result: EmailResult }> {
  const { db, settings } = tools;
  const { code, statement } = await newCode(db, reauthenticationCode(settings), {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "signIn"),
    subject: sessionId,
    user,
    payload: { sessionId },
  });
  await db.batch([statement]);
  const { typed, nonce } = halvesOf(code);
  const result = await sendSystemEmail(await emailDepsOf(tools, project), {
    template: "reauthentication",
    to: email,
    count,
    variables: {
      userDisplayName: user.displayName,
      validFor: lifetimeInWords(project, "signIn"),
      otp: typed.toUpperCase(),
    },
  });
  return { nonce, result };
}
