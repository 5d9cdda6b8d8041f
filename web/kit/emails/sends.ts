import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import type { DeliveryError } from "./sent-emails";

/** Says what became of a user's email. `unknown` is one that the mail server may have accepted before its connection was lost. */
export type EmailRecipientStatus = "queued" | "sending" | "sent" | "skipped" | "failed" | "unknown" | "cancelled";

/** A bulk email, with how far it is. */
export interface EmailSend {
  readonly id: string;
  readonly createdAt: Date;
  readonly variant: "html" | "template" | "draft";
  /** Says of what it was made; null where it was HTML. */
  readonly templateId: string | null;
  readonly draftId: string | null;
  /** Null until a template or draft that says it itself has made the first email. */
  readonly subject: string | null;
  readonly notificationCategoryName: string | null;
  readonly status: "sending" | "finished" | "cancelled";
  readonly finishedAt: Date | null;
  /** Is true if all users to whom it goes are among the counts. */
  readonly isAddressed: boolean;
  /** Counts the users by status. */
  readonly counts: { readonly [Status in EmailRecipientStatus]: number };
}

/** A user to whom a bulk email goes. */
export interface EmailRecipient {
  readonly userId: string;
  readonly status: EmailRecipientStatus;
  readonly attempts: number;
  /** Says why they get no email, where that is no failure. */
  readonly skipReason: "no_address" | "unsubscribed" | "bounced" | "deleted" | null;
  /** Says why the latest attempt failed. */
  readonly error: DeliveryError | null;
}

/** Says which recipients to list, and from where. */
export interface ListEmailRecipientsOptions {
  readonly status?: EmailRecipientStatus | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** At most 100, which is the default. */
  readonly limit?: number | undefined;
}

/** A page of recipients; `nextCursor` is the cursor of the next one, and null on the last. */
export type EmailRecipientPage = EmailRecipient[] & { readonly nextCursor: string | null };

/** @internal */
export async function listEmailSends(caller: Caller<"admin">): Promise<EmailSend[]> {
  const { items } = await caller.read("GET /internal/emails/sends");
  return items.map(toEmailSend);
}

/** @internal */
export async function readEmailSend(caller: Caller<"admin">, id: string): Promise<EmailSend> {
  return toEmailSend(await caller.read("GET /internal/emails/sends/{send_id}", { params: { send_id: id } }));
}

/** @internal */
export async function listEmailRecipients(
  caller: Caller<"admin">,
  sendId: string,
  { status, cursor, limit }: ListEmailRecipientsOptions,
): Promise<EmailRecipientPage> {
  const { items, pagination } = await caller.read("GET /internal/emails/sends/{send_id}/recipients", {
    params: { send_id: sendId },
    query: { status, cursor, limit },
  });
  const recipients = items.map((recipient) => ({
    userId: recipient.user_id,
    status: recipient.status,
    attempts: recipient.attempts,
    skipReason: recipient.skip_reason,
    error: recipient.error,
  }));
  return Object.assign(recipients, { nextCursor: pagination.next_cursor });
}

/** @internal */
export async function cancelEmailSend(caller: Caller<"admin">, id: string): Promise<EmailSend> {
  const parts = { params: { send_id: id }, body: {} };
  return toEmailSend(await caller.write("POST /internal/emails/sends/{send_id}/cancel", parts));
}

function toEmailSend(send: wire.EmailSend): EmailSend {
  return {
    id: send.id,
    createdAt: new Date(send.created_at_millis),
    variant: send.variant,
    templateId: send.template_id,
    draftId: send.draft_id,
    subject: send.subject,
    notificationCategoryName: send.notification_category_name,
    status: send.status,
    finishedAt: send.finished_at_millis === null ? null : new Date(send.finished_at_millis),
    isAddressed: send.is_addressed,
    counts: send.counts,
  };
}
