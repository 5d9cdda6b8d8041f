export type { CredentialChange } from "./email-notice";
export { endSessionsCode } from "./end-sessions-code";

import type { Project } from "../../db/projects/project";
import type { EmailResult } from "../../platform/email";
import { lazyModule } from "../../platform/lazy-module";
import type { Tools } from "../../platform/tools";
import type { Deferring } from "../../protocol/handler";
import type { EmailCount, EmailTools } from "../emails";
import type { CredentialChange, NoticeReader } from "./email-notice";

/** Holds what sending a notice takes: a request that changes credentials. */
export type NoticeTools = EmailTools & Pick<Tools, "endUserIp"> & Deferring;

const emailing = lazyModule(() => import("./email-notice"));

/**
 * Emails a user, after the response, that a credential of theirs has changed (OWASP ASVS 5.0, 6.3.7), where the project has
 * switched such notices on. Only to a verified address: another may be another person's.
 *
 * Notices are not counted like the emails that clients request: an attacker could use the count up and go unnoticed. Each
 * needs a change of a credential first, which is a request of a signed-in user. Of the project's share each user has a part, so that
 * who uses up that of the victim's has sent them twenty.
 */
export function deferSecurityNotice(
  { defer, ...tools }: NoticeTools,
  project: Project,
  user: NoticeReader,
  change: CredentialChange,
): void {
  const to = project.config.auth.securityNotices ? addressOf(user) : null;
  if (to === null) return;
  const changedAt = new Date();
  defer(async () => (await emailing()).emailSecurityNotice(tools, project, { user, to, change, changedAt }));
}

/**
 * Records, after the response, that wrong passwords have locked a user's password where they have never signed in, and emails the user a
 * notice. Both happen at most once a day. Users cannot learn it otherwise, so no project switches these notices off.
 */
export function deferGuessNotice(
  { defer, limits, ...tools }: NoticeTools & Pick<Tools, "limits" | "sender">,
  project: Project,
  user: NoticeReader,
): void {
  if (!limits) return;
  const guessedAt = new Date();
  const to = addressOf(user);
  defer(async () => (await emailing()).noteGuesses({ ...tools, limits }, project, { user, to, guessedAt }));
}

/** Tells whoever reads an address that codes, one of which was requested to it, are off for its user. Says no name: anyone can request it. */
export async function emailCodesOff(
  tools: EmailTools & Pick<Tools, "endUserIp">,
  project: Project,
  to: { to: string; count: EmailCount | null },
): Promise<EmailResult> {
  return (await emailing()).emailCodesOff(tools, project, to);
}

/** Returns where notices to a user go; null where the address may be another person's. */
function addressOf({ primaryEmail, primaryEmailVerified }: NoticeReader): string | null {
  return primaryEmailVerified ? primaryEmail : null;
}
