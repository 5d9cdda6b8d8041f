import type { Project } from "../../db/projects/project";
import type { User } from "../../db/users/queries";
import type { EndUserIp } from "../../platform/geo";
import type { Tools } from "../../platform/tools";
import type { Deferring } from "../../protocol/handler";
import { type MailTools, mailDepsOf, sendSystemMail } from "../emails";
import { days, newCode } from "../verification-codes";
import { endSessionsCode } from "./end-sessions-code";

/** What a notice is about, as its subject begins. */
const changes = {
  passwordSet: "A password was added to your account",
  passwordChanged: "Your password was changed",
  totpEnabled: "Two-factor authentication was switched on",
  totpDisabled: "Two-factor authentication was switched off",
  recoveryCodesCreated: "New recovery codes were created",
  recoveryCodeUsed: "A recovery code was used to sign in",
  emailAdded: "An email address was added to your account",
  emailChanged: "An email address of your account was changed",
  emailRemoved: "An email address was removed from your account",
  passkeyAdded: "A passkey was added to your account",
  passkeyRemoved: "A passkey was removed from your account",
  apiKeyCreated: "An API key was created for your account",
  accountLinked: "An account at another service was linked to yours",
  accountUnlinked: "A linked account was removed from yours",
} as const;

export type CredentialChange = keyof typeof changes;

/** The user as they were before the change: the notice goes to the address that they had. */
type NoticeReader = Pick<User, "id" | "displayName" | "primaryEmail" | "primaryEmailVerified">;

/** What sending a notice takes: a request that changes credentials. */
export type NoticeTools = MailTools & Pick<Tools, "endUserIp"> & Deferring;

/**
 * Mails a user, after the response, that a credential of theirs has changed (OWASP ASVS 5.0, 6.3.7), where the project has
 * switched such notices on. Only to a verified address: another may be another person's.
 *
 * Notices are not counted like the mails that clients request: an attacker could use the count up and go unnoticed. Each
 * needs a change of a credential first, which is a request of a signed-in user.
 */
export function deferSecurityNotice(
  { defer, ...tools }: NoticeTools,
  project: Project,
  user: NoticeReader,
  change: CredentialChange,
): void {
  const { primaryEmail, primaryEmailVerified } = user;
  if (!project.config.auth.securityNotices || primaryEmail === null || !primaryEmailVerified) return;
  const changedAt = new Date();
  defer(() => sendSecurityNotice(tools, project, { user, to: primaryEmail, change, changedAt }));
}

async function sendSecurityNotice(
  { endUserIp, ...tools }: MailTools & Pick<Tools, "endUserIp">,
  project: Project,
  { user, to, change, changedAt }: { user: NoticeReader; to: string; change: CredentialChange; changedAt: Date },
): Promise<void> {
  const { db, settings } = tools;
  const { code, statement } = await newCode(db, endSessionsCode, {
    projectId: project.id,
    lifetimeMillis: 7 * days,
    payload: { userId: user.id },
  });
  await db.batch([statement]);
  const link = new URL("/api/v1/auth/security-notices/end-sessions", settings.apiUrl);
  link.searchParams.set("code", code);
  await sendSystemMail(await mailDepsOf(tools, project), {
    template: "security_notice",
    to,
    variables: {
      userDisplayName: user.displayName,
      change: changes[change],
      circumstances: circumstancesOf(changedAt, endUserIp),
      endSessionsLink: link.href,
    },
  });
}

/** When and where, as far as the edge reports it: `This happened on 22 November 2026 at 14:05 UTC, from 203.0.113.7 (Lisbon, PT).` */
function circumstancesOf(changedAt: Date, from: EndUserIp | null): string {
  const date = changedAt.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const time = changedAt.toISOString().slice(11, 16);
  const place = [from?.cityName, from?.countryCode].filter(Boolean).join(", ");
  const origin = from ? `, from ${from.ip}${place && ` (${place})`}` : "";
  return `This happened on ${date} at ${time} UTC${origin}.`;
}
