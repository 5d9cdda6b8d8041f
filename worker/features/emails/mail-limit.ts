import { type Attempt, type AttemptRule, takeAttempt } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";
import type { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";

/** Keeps clients from filling a mailbox with mails that they request. */
const requestedMails: AttemptRule = { name: "mail", limit: 5, windowMillis: 10 * 60_000 };

/** Counts a mail that a client requested, to an address in normal form, whether or not one is sent. */
export function limitMailTo(
  tools: Pick<Tools, "limits"> & Failing<typeof tooManyRequests>,
  project: { id: string },
  address: string,
): Promise<Attempt> {
  return takeAttempt(tools, requestedMails, { projectId: project.id, subject: address });
}
