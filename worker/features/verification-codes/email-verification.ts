import * as z from "zod";
import type { Project } from "../../db/projects/project";
import type { EmailResult } from "../../platform/email";
import { type EmailCount, type EmailTools, emailDepsOf, sendSystemEmail } from "../emails";
import type { TrustedUrl } from "../projects";
import { codeLifetime, defineCodeKind, lifetimeInWords } from "./code-kind";
import { codeLink, newCode } from "./codes";

/**
 * Proves that its user reads the email of an address. The address is one of the user's, in normal form. It is bound to the
 * address alone: who signs up and then changes the password can still verify.
 */
export const emailVerification = defineCodeKind({
  name: "email_verification",
  payload: z.object({
    userId: z.string(),
    email: z.string(),
    /** Says when it was emailed: the address must have been the user's ever since. */
    sentAt: z.number().default(0),
  }),
});

/**
 * Emails a link that verifies an address. The caller decides whether the response waits for it, and what a failure means.
 */
export async function sendEmailVerification(
  tools: EmailTools,
  project: Project,
  {
    user,
    email,
    callbackUrl,
    count,
  }: {
    user: { id: string; displayName: string | null };
    email: string;
    callbackUrl: TrustedUrl;
    count: EmailCount | null;
  },
): Promise<EmailResult> {
  const { db } = tools;
  const { code, statement } = await newCode(db, emailVerification, {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "emailVerification"),
    payload: { userId: user.id, email, sentAt: Date.now() },
  });
  await db.batch([statement]);
  return sendSystemEmail(await emailDepsOf(tools, project), {
    template: "email_verification",
    to: email,
    count,
    variables: {
      userDisplayName: user.displayName,
      validFor: lifetimeInWords(project, "emailVerification"),
      emailVerificationLink: codeLink(callbackUrl, code),
    },
  });
}
