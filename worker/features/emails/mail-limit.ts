import { type Attempt, type AttemptRule, takeAttempt } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";
import type { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";

/** Keeps a client from filling a mailbox with mails that it asks for. */
const mailsAskedFor: AttemptRule = { name: "mail", limit: 5, windowMillis: 10 * 60_000 };

/** Counts a mail that a client asks for, to an address in normal form, whether or not one is sent. */
export function limitMailTo(
  tools: Pick<Tools, "limits"> & Failing<typeof tooManyRequests>,
  project: { id: string },
  address: string,
): Promise<Attempt> {
  return takeAttempt(tools, mailsAskedFor, { projectId: project.id, subject: address });
}
