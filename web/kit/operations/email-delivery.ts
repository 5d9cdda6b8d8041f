import type { Result } from "../errors/result";
import type { AdminEmailConfig } from "../projects/admin-project-config";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { nothing, tableOf } from "../rows/operation";

/** Says why an email was not delivered. */
export interface DeliveryError {
  /** Holds what the mail server has replied. */
  readonly rawError: string;
  readonly errorType: string;
  /** Is true if the same email may be accepted later. */
  readonly canRetry: boolean;
  /** For people. */
  readonly message: string;
}

/** An attempt to deliver an email, in the project's log. */
export interface SentEmail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The first of `to`, or an empty text. */
  readonly recipient: string;
  readonly sentAt: Date;
  /** Says why it was not delivered; null when it was. */
  readonly error: DeliveryError | null;
}

export interface TestEmailOptions {
  readonly recipientEmail: string;
  /** The mail server to try, whether it is stored or not. */
  readonly emailConfig: Omit<Extract<AdminEmailConfig, { readonly type: "standard" }>, "type">;
}

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
  /** The name and the primary address that the user has now; null without one, and where the user was deleted. */
  readonly userDisplayName: string | null;
  readonly userPrimaryEmail: string | null;
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

const send = (id: string) => ({ params: { send_id: id } });

/** What the project has sent: the log of its emails, and bulk emails with their recipients. */
export const emailDelivery = /* @__PURE__ */ tableOf("admin", ({ read, write }) => ({
  /** Sends an email through a mail server, to find out whether its settings are right. */
  sendTestEmail: write(
    "POST /internal/send-test-email",
    (options: TestEmailOptions) => {
      const { host, port, username, password, senderName, senderEmail } = options.emailConfig;
      const email_config = wireNames({ host, port, username, password, senderName, senderEmail });
      return { body: { recipient_email: options.recipientEmail.trim(), email_config } };
    },
    ({ success, error_message }): Result<undefined, { readonly errorMessage: string }> =>
      success
        ? { status: "ok", data: undefined }
        : { status: "error", error: { errorMessage: error_message ?? "Email test error not specified" } },
  ),

  /** Invites someone to sign in at a page of a trusted domain. @throws KnownError `REDIRECT_URL_NOT_WHITELISTED` */
  sendSignInInvitationEmail: write(
    "POST /internal/send-sign-in-invitation",
    (email: string, callbackUrl: string) => ({ body: { email, callback_url: callbackUrl } }),
    nothing,
  ),

  /** The latest emails of the project, newest first, also those that were not delivered. */
  listSentEmails: read(
    "GET /internal/emails",
    () => ({}),
    ({ items }): SentEmail[] =>
      items.map(({ id, to, subject, sent_at_millis, error }) => ({
        id,
        to,
        subject,
        recipient: to[0] ?? "",
        sentAt: new Date(sent_at_millis),
        error,
      })),
    "sent-emails",
  ),

  /** The latest bulk emails, newest first, with how far each is. */
  listEmailSends: read(
    "GET /internal/emails/sends",
    () => ({}),
    ({ items }) => items.map(toEmailSend),
    "email-sends",
  ),

  /** A bulk email, with how far it is. @throws RequestError when there is none with this id */
  getEmailSend: read("GET /internal/emails/sends/{send_id}", send, toEmailSend, "email-sends"),

  /** Returns how it went for the users to whom a bulk email goes: a page of them, of one status where it is given. */
  listEmailRecipients: read(
    "GET /internal/emails/sends/{send_id}/recipients",
    (sendId: string, options: ListEmailRecipientsOptions = {}) => {
      const { status, cursor, limit } = options;
      return { ...send(sendId), query: { status, cursor, limit } };
    },
    ({ items, pagination }): EmailRecipientPage => {
      const recipients = items.map(
        ({ user_id, user_display_name, user_primary_email, status, attempts, skip_reason, error }) => ({
          userId: user_id,
          userDisplayName: user_display_name,
          userPrimaryEmail: user_primary_email,
          status,
          attempts,
          skipReason: skip_reason,
          error,
        }),
      );
      return Object.assign(recipients, { nextCursor: pagination.next_cursor });
    },
    "email-sends",
  ),

  /** Cancels what has not gone out of a bulk email. @throws RequestError when it is over */
  cancelEmailSend: write(
    "POST /internal/emails/sends/{send_id}/cancel",
    (id: string) => ({ ...send(id), body: {} }),
    toEmailSend,
  ),
}));

export type EmailDelivery = typeof emailDelivery;

function toEmailSend(sent: wire.EmailSend): EmailSend {
  return {
    id: sent.id,
    createdAt: new Date(sent.created_at_millis),
    variant: sent.variant,
    templateId: sent.template_id,
    draftId: sent.draft_id,
    subject: sent.subject,
    notificationCategoryName: sent.notification_category_name,
    status: sent.status,
    finishedAt: sent.finished_at_millis === null ? null : new Date(sent.finished_at_millis),
    isAddressed: sent.is_addressed,
    counts: sent.counts,
  };
}
