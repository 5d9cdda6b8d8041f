import type { EmailRecipient, EmailSend } from "../../../kit";
import type { Tone } from "../../../ui/feedback/alert";
import { msg } from "../../translation/message";

export type RecipientStatus = EmailRecipient["status"];

/** Says what became of a user's email, in words. */
export const recipientStatuses = {
  queued: { label: msg("Queued"), tone: "neutral" },
  sending: { label: msg("Being sent"), tone: "accent" },
  sent: { label: msg("Sent"), tone: "success" },
  skipped: { label: msg("Skipped"), tone: "neutral" },
  failed: { label: msg("Failed"), tone: "danger" },
  unknown: { label: msg("Unknown"), tone: "warning" },
  cancelled: { label: msg("Cancelled"), tone: "neutral" },
} as const satisfies Record<RecipientStatus, { label: string; tone: Tone }>;

/** Says why a user gets no email, in words. */
export const skipReasons = {
  no_address: msg("No email address"),
  unsubscribed: msg("Unsubscribed from this category"),
  bounced: msg("The address has bounced"),
  deleted: msg("The user was deleted"),
} as const satisfies Record<NonNullable<EmailRecipient["skipReason"]>, string>;

/** Says how an email to users stands, in words. */
export const sendStatuses = {
  sending: { label: msg("Going out"), tone: "accent" },
  finished: { label: msg("Finished"), tone: "success" },
  cancelled: { label: msg("Cancelled"), tone: "neutral" },
} as const satisfies Record<EmailSend["status"], { label: string; tone: Tone }>;

/** Counts how many users an email goes to, and how many of them it is over for. */
export function progressOf({ counts }: Pick<EmailSend, "counts">): { total: number; over: number } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total, over: total - counts.queued - counts.sending };
}
