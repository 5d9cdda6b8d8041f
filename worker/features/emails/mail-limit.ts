import { type Attempt, type AttemptRule, takeAttempt } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";

/** Keeps anybody from filling somebody's mailbox with mails that they ask for. */
const mailsAskedFor: AttemptRule = { name: "mail", limit: 5, windowMillis: 10 * 60_000 };

/**
 * Counts a mail that somebody asked for, to an address in normal form, whether or not one will go out.
 *
 * @throws TooManyRequests
 */
export function limitMailTo(tools: Pick<Tools, "limits">, project: { id: string }, address: string): Promise<Attempt> {
  return takeAttempt(tools, mailsAskedFor, { projectId: project.id, subject: address });
}
