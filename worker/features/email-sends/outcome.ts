import { markBounced, type RecipientOutcome, type RunKey, recordOutcome } from "../../db/email-sends/changes";
import type { DueRecipient } from "../../db/email-sends/queries";
import { type DeliveryError, type EmailLog, insertSentEmail } from "../../db/emails/changes";
import type { Database, Statement } from "../../platform/database";
import type { EmailFailure, EmailResult } from "../../platform/email";
import { newId } from "../../platform/secrets";
import { normalizeEmail } from "../../protocol/fields";
import { deliveryError } from "../emails";

/** Limits how often an email is tried that a server wants a later try of. */
const maxAttempts = 3;

/** The waits between attempts: 2 s and 4 s. */
const firstWaitMillis = 2_000;
const waitFactor = 2;

/** Sets how long an address that a server has called unknown gets no bulk emails. */
const bounceMillis = 30 * 24 * 60 * 60_000;

/** An attempt to send an email, for the delivery log and the recipient's row. */
export interface Attempt {
  recipient: DueRecipient;
  email: string;
  subject: string;
  unsubscribeLink?: string;
  result: EmailResult;
}

/** Returns when the next attempt is due after so many. */
export function waitAfter(attempts: number): number {
  return firstWaitMillis * waitFactor ** (attempts - 1);
}

/** The statements that record attempts: what becomes of each recipient, a row of the log each, and addresses that bounce. */
export function recordAttempts(db: Database, run: RunKey, log: EmailLog, attempts: readonly Attempt[]): Statement[] {
  const now = Date.now();
  return attempts.flatMap(({ recipient, email, subject, unsubscribeLink, result }) => {
    const error = result.ok ? null : deliveryError(result, unsubscribeLink ? [unsubscribeLink] : []);
    const outcome = outcomeOf(result, error, recipient.attempts + 1, now);
    const logged = {
      projectId: run.projectId,
      id: newId(),
      to: [email],
      subject,
      ...log,
      error,
      sentAt: now,
      kind: "send" as const,
      sendId: run.sendId,
      userId: recipient.userId,
    };
    return [
      recordOutcome(db, run, [recipient.userId], outcome),
      insertSentEmail(db, logged),
      ...(!result.ok && isBounce(result)
        ? [
            markBounced(db, {
              projectId: run.projectId,
              address: normalizeEmail(email),
              serverReply: error?.rawError ?? "",
              bouncedAt: now,
              expiresAt: now + bounceMillis,
            }),
          ]
        : []),
    ];
  });
}

function outcomeOf(result: EmailResult, error: DeliveryError | null, attempts: number, now: number): RecipientOutcome {
  if (result.ok) return { status: "sent", attempts, error: null };
  if (result.isOutcomeUnknown) return { status: "unknown", attempts, error };
  if (!result.retryable || attempts >= maxAttempts) return { status: "failed", attempts, error };
  return { status: "queued", attempts, error, dueAt: now + waitAfter(attempts) };
}

/**
 * Tells whether a server says that there is no such mailbox (RFC 3463: X.1.x is about addresses, of which X.1.7 and X.1.8 are
 * the sender's). A 550 for a policy's sake says nothing about the address.
 */
function isBounce({ isRecipientRefused, serverReply = "" }: EmailFailure): boolean {
  if (!isRecipientRefused || !/^55[0-3]/.test(serverReply)) return false;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(serverReply)?.[1];
  return status === undefined ? /^55[01]/.test(serverReply) : /^5\.1\.(?:0|1|2|3|6|10)$/.test(status);
}
