import { actorFrom } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import type { Project } from "../../db/projects/project";
import type { User } from "../../db/users/queries";
import type { EmailResult } from "../../platform/email";
import type { EndUserIp } from "../../platform/geo";
import { type AttemptRule, countAttempt, type Limits } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";
import { type EmailCount, type EmailTools, emailDepsOf, sendSystemEmail } from "../emails";
import { days, newCode } from "../verification-codes";
import { endSessionsCode } from "./end-sessions-code";

/** Tells what a notice is about, as its subject begins. */
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
export type NoticeReader = Pick<User, "id" | "displayName" | "primaryEmail" | "primaryEmailVerified">;

/** Few, because strangers cause them. */
const guessNotices: AttemptRule = { name: "guess-notice", limit: 1, windowMillis: days };

/** These notices have a part of a project's share of emails to themselves, so that a stranger neither uses up the share nor hides them. */
const partsOfGuessNotices = { clients: 3 / 4, "guess notices": 1 / 4 };

/**
 * Records that a user's password is locked in new networks, and emails a notice to their address, if one is given. It does so at most once
 * a day.
 */
export async function noteGuesses(
  { limits, sender, endUserIp, ...tools }: EmailTools & Pick<Tools, "endUserIp" | "sender"> & { limits: Limits },
  project: Project,
  { user, to, guessedAt }: { user: NoticeReader; to: string | null; guessedAt: Date },
): Promise<void> {
  const counted = await countAttempt(limits, guessNotices, `${project.id}/${user.id}`);
  if ("retryAfterMillis" in counted) return;
  const { db } = tools;
  const event = { type: "password.locked", target: { type: "user", id: user.id } } as const;
  await db.batch([recordAudit(db, project, actorFrom(sender, { type: "system", id: null }), event)]);
  if (to === null) return;
  await sendSystemEmail(await emailDepsOf(tools, project), {
    template: "password_guessed",
    to,
    parts: partsOfGuessNotices,
    variables: { userDisplayName: user.displayName, circumstances: circumstancesOf(guessedAt, endUserIp) },
  });
}

/** Emails what `emailCodesOff` of this folder's index says, in the place of a code. */
export async function emailCodesOff(
  { endUserIp, ...tools }: EmailTools & Pick<Tools, "endUserIp">,
  project: Project,
  { to, count }: { to: string; count: EmailCount | null },
): Promise<EmailResult> {
  return sendSystemEmail(await emailDepsOf(tools, project), {
    template: "codes_off",
    to,
    count,
    variables: { userDisplayName: null, circumstances: circumstancesOf(new Date(), endUserIp) },
  });
}

/** Emails the notice of a change to an address, with a link that ends all sessions. */
export async function emailSecurityNotice(
  { endUserIp, ...tools }: EmailTools & Pick<Tools, "endUserIp">,
  project: Project,
  { user, to, change, changedAt }: { user: NoticeReader; to: string; change: CredentialChange; changedAt: Date },
): Promise<void> {
  const { db, settings } = tools;
  const { code, statement } = await newCode(db, endSessionsCode, {
    projectId: project.id,
    lifetimeMillis: 7 * days,
    subject: user.id,
    payload: { userId: user.id, email: to },
  });
  await db.batch([statement]);
  const link = new URL("/api/v1/auth/security-notices/end-sessions", settings.apiUrl);
  link.searchParams.set("code", code);
  await sendSystemEmail(await emailDepsOf(tools, project), {
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

/**
 * Returns when and where, as far as the edge reports it: `This happened on 22 November 2026 at 14:05 UTC, from 203.0.113.7 (Lisbon, PT).`
 */
function circumstancesOf(changedAt: Date, from: EndUserIp | null): string {
  // Not by `toLocaleDateString`, whose milliseconds would tell that an address has an account.
  const [date, time] = [changedAt.toUTCString().slice(5, 16), changedAt.toUTCString().slice(17, 22)];
  const place = [from?.cityName, from?.countryCode].filter(Boolean).join(", ");
  const origin = from ? `, from ${from.ip}${place && ` (${place})`}` : "";
  return `This happened on ${date} at ${time} UTC${origin}.`;
}
