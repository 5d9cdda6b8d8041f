import type * as z from "zod";
import type { SentEmailRow } from "../../db/emails/queries";
import type { SentEmail } from "./contract";

/** An attempt to send an email as the log shows it. */
export function toShownEmail(row: SentEmailRow): z.input<typeof SentEmail> {
  const { id, subject, to, sentAt, senderConfig, error } = row;
  return { id, subject, to, sent_at_millis: sentAt, sender_config: senderConfig, error };
}
