import { actorFrom } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import type { Project } from "../../db/projects/project";
import type { User } from "../../db/users/queries";
import type { EndUserIp } from "../../platform/geo";
import { type AttemptRule, countAttempt } from "../../platform/rate-limits";
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
  accountClaimed: "Your address was proven to be yours, and earlier ways to sign in to your account were removed",
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
 * needs a change of a credential first, which is a request of a signed-in user. Of the project's share each user has a part, so that
 * who uses up that of the victim's has sent them twenty.
 */
export function deferSecurityNotice(
  { defer, ...tools }: NoticeTools,
  project: Project,
  user: NoticeReader,
  change: CredentialChange,
): void {
  const to = addressOf(project, user);
  if (to === null) return;
  const changedAt = new Date();
  defer(() => sendSecurityNotice(tools, project, { user, to, change, changedAt }));
}

/** Few, because strangers cause them. */
const guessNotices: AttemptRule = { name: "guess-notice", limit: 1, windowMillis: days };

/**
 * Records, after the response, that wrong passwords have locked a user's password where they have never signed in, and mails them a
 * notice where the project has switched notices on: both once a day at most.
 */
export function deferGuessNotice(
  { defer, limits, sender, endUserIp, ...tools }: NoticeTools & Pick<Tools, "limits" | "sender">,
  project: Project,
  user: NoticeReader,
): void {
  if (!limits) return;
  const guessedAt = new Date();
  defer(async () => {
    const counted = await countAttempt(limits, guessNotices, `${project.id}/${user.id}`);
    if ("retryAfterMillis" in counted) return;
    const { db } = tools;
    const event = { type: "password.locked", target: { type: "user", id: user.id } } as const;
    await db.batch([recordAudit(db, project, actorFrom(sender, { type: "system", id: null }), event)]);
    const to = addressOf(project, user);
    if (to === null) return;
    await sendSystemMail(await mailDepsOf(tools, project), {
      template: "password_guessed",
      to,
      variables: { userDisplayName: user.displayName, circumstances: circumstancesOf(guessedAt, endUserIp) },
    });
  });
}

/** Where notices to a user go; null where the project sends none, or the address may be another person's. */
function addressOf(project: Project, { primaryEmail, primaryEmailVerified }: NoticeReader): string | null {
  return project.config.auth.securityNotices && primaryEmailVerified ? primaryEmail : null;
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
    parts: { clients: 3 / 4, [`user ${user.id}`]: 1 / 50 },
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
