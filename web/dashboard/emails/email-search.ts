import type { EmailRecipient, EmailSend } from "../../kit/index";
import type { Tone } from "../../ui/feedback/alert";
import { day, dayStart, flag, keyOf, matching, oneOf, searchBy, text } from "../lists/address-search";
import { msg } from "../translation/message";

/** The kinds of emails, as the log and its filter name them. */
export const emailKinds = {
  send: msg("Emails to users"),
  test: msg("Tests of a mail server"),
  email_verification: msg("Email verification"),
  password_reset: msg("Password resets"),
  magic_link: msg("Sign-in codes and links"),
  reauthentication: msg("Codes to confirm who someone is"),
  team_invitation: msg("Team invitations"),
  sign_in_invitation: msg("Invitations to sign in"),
  api_key_revoked: msg("Revoked API keys"),
  security_notice: msg("Security notices"),
  password_guessed: msg("Notices of guessed passwords"),
  codes_off: msg("Notices that codes are off"),
  webhook_disabled: msg("Webhooks that were switched off"),
  failed_emails: msg("Reports of failed emails"),
  storage_nearly_full: msg("Warnings that storage is nearly full"),
};

export type EmailKind = keyof typeof emailKinds;

/** Reads which emails of the log are shown, and which of them is open. Defaults are left out. */
export const parseLogSearch = searchBy({
  /** The whole address of the recipient. */
  to: text,
  /** Absent for both. */
  status: oneOf("delivered", "failed"),
  /** Absent for all. */
  kind: keyOf(emailKinds),
  /** The first and the last day that is shown, in the owner's own time zone. */
  from: day,
  until: day,
  /** The id of the email that is open. */
  mail: matching(/./),
});

export type LogSearch = ReturnType<typeof parseLogSearch>;

/** Returns what the API is asked for, for a search: days are those of the browser's time zone. */
export function logQuery({ to, status, kind, from, until }: LogSearch) {
  return {
    ...(to && { recipient: to }),
    ...(status && { status: status === "failed" ? ("failed" as const) : ("sent" as const) }),
    ...(kind && { kind }),
    ...(from && { since_millis: Math.max(0, dayStart(from)) }),
    ...(until && { until_millis: Math.max(0, dayStart(until, 1)) }),
  };
}

/** Tells whether a search leaves anything out. */
export function isFiltered({ to, status, kind, from, until }: LogSearch): boolean {
  return [to, status, kind, from, until].some((each) => each !== undefined);
}

/** Reads what is open on a list of themes, templates or drafts. */
export const parseContentListSearch = searchBy({ create: flag });

/** Reads what is open on the page of a theme, a template or a draft. */
export const parseContentSearch = searchBy({
  dialog: oneOf("rename", "delete", "reset"),
  /** Says how wide the preview is; as on a desktop where it is absent. */
  width: oneOf("phone"),
});

export type ContentSearch = ReturnType<typeof parseContentSearch>;

const id = matching(/^[\w-]+$/);

/** Reads what a new email begins with. */
export const parseSendSearch = searchBy({
  /** The ids of a draft, of a template, and of a user. */
  draft: id,
  template: id,
  to: id,
  /** The id of an earlier email to users, which goes once more to those whom it has failed. */
  again: id,
});

export type SendSearch = ReturnType<typeof parseSendSearch>;

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

/** Reads which recipients of an email are shown; all of them without a status. */
export const parseSentSearch = searchBy({ status: keyOf(recipientStatuses) });

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
