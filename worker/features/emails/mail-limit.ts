import { type Attempt, type AttemptRule, takeAttempt } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";

/** Keeps clients from filling a mailbox with mails that they request. */
const requestedMails: AttemptRule = { name: "mail", limit: 5, windowMillis: 10 * 60_000 };

/**
 * Counts a mail that a client requested, to an address in normal form, whether or not one is sent.
 *
 * @throws TooManyRequests
 */
export function limitMailTo(tools: Pick<Tools, "limits">, project: { id: string }, address: string): Promise<Attempt> {
  return takeAttempt(tools, requestedMails, { projectId: project.id, subject: address });
}
