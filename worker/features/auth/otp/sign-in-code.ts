import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import type { User } from "../../../db/users/queries";
import type { Settings } from "../../../platform/env";
import { keyedHashes } from "../../../platform/keyed-hash";
import type { MailResult } from "../../../platform/mail";
import { type MailCount, type MailTools, mailDepsOf, sendSystemMail } from "../../emails";
import type { TrustedUrl } from "../../projects";
import { codeLifetime, codeLink, defineCodeKind, halvesOf, lifetimeInWords, newCode } from "../../verification-codes";

/** Signs in the owner of an address, in normal form, whether or not they have an account yet. */
export function signInCode({ serverSecrets }: Pick<Settings, "serverSecrets">) {
  return defineCodeKind({
    name: "sign_in",
    isUsedOncePerSubject: true,
    payload: z.object({
      email: z.string(),
      /** The user who signed in with the address when the mail was sent; null when there was none. */
      userId: z.string().nullable().default(null),
    }),
    // The client that requests a mail has the nonce, so that 30 bits of the code are unknown to them: seconds of SHA-256.
    hashes: (code) => keyedHashes(serverSecrets, "sign-in-code", code),
  });
}

/** Mails a code and a link, and returns what the mail's short code lacks: the code's nonce, for the client. */
export async function mailSignInCode(
  tools: MailTools,
  project: Project,
  {
    email,
    account,
    callbackUrl,
    count,
  }: { email: string; account: User | undefined; callbackUrl: TrustedUrl; count: MailCount | null },
): Promise<{ nonce: string; result: MailResult }> {
  const { db, settings } = tools;
  const { code, statement } = await newCode(db, signInCode(settings), {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "signIn"),
    subject: email,
    user: account,
    payload: { email, userId: account?.id ?? null },
  });
  await db.batch([statement]);
  const { typed, nonce } = halvesOf(code);
  const result = await sendSystemMail(await mailDepsOf(tools, project), {
    template: "magic_link",
    to: email,
    count,
    // No name, even of an existing user: anyone can request a mail to any address.
    variables: {
      userDisplayName: null,
      validFor: lifetimeInWords(project, "signIn"),
      magicLink: codeLink(callbackUrl, code),
      otp: typed.toUpperCase(),
    },
  });
  return { nonce, result };
}
