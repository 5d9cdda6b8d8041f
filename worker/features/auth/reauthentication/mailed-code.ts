import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import type { User } from "../../../db/users/queries";
import type { Settings } from "../../../platform/env";
import { keyedHashes } from "../../../platform/keyed-hash";
import type { MailResult } from "../../../platform/mail";
import type { Tools } from "../../../platform/tools";
import { mailDepsOf, sendSystemMail } from "../../emails";
import { defineCodeKind, halvesOf, minutes, newCode } from "../../verification-codes";

/** Proves that the user of one session reads the mail of their address. Another session's code proves nothing of this one. */
export function reauthenticationCode({ serverSecrets }: Pick<Settings, "serverSecrets">) {
  return defineCodeKind({
    name: "reauthentication",
    payload: z.object({ sessionId: z.string() }),
    // As with sign-in codes: whoever requests a mail has all of the code but 30 bits.
    hashes: (code) => keyedHashes(serverSecrets, "reauthentication-code", code),
  });
}

const lifetimeMillis = 10 * minutes;

/** Mails a code, and returns what completes the part that is typed. */
export async function mailReauthenticationCode(
  { db, settings }: Pick<Tools, "db" | "settings">,
  project: Project,
  { user, email, sessionId }: { user: User; email: string; sessionId: string },
): Promise<{ nonce: string; result: MailResult }> {
  const { code, statement } = await newCode(db, reauthenticationCode(settings), {
    projectId: project.id,
    lifetimeMillis,
    user,
    payload: { sessionId },
  });
  await db.batch([statement]);
  const { typed, nonce } = halvesOf(code);
  const result = await sendSystemMail(await mailDepsOf({ db, settings }, project), {
    template: "reauthentication",
    to: email,
    variables: { userDisplayName: user.displayName, otp: typed.toUpperCase() },
  });
  return { nonce, result };
}
