import type { EmailRecipient, EmailSend } from "../../kit/index";
import type { Tone } from "../../ui/feedback/alert";
import { msg } from "../translation/message";

/** Says which emails of the log are shown, and which of them is open, as it appears in the address. Defaults are left out. */
export interface LogSearch {
  /** The whole address of the recipient. */
  to?: string;
  /** Absent for both. */
  status?: "delivered" | "failed";
  /** Absent for all. */
  kind?: EmailKind;
  /** The first and the last day that is shown, such as 2026-02-28, in the owner's own time zone. */
  from?: string;
  until?: string;
  /** The id of the email that is open. */
  mail?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseLogSearch({ to, status, kind, from, until, mail: email }: Record<string, unknown>): LogSearch {
  return {
    // The router parses a search for digits, `true` or `false` as a number or a boolean.
    ...((typeof to === "string" || typeof to === "number" || typeof to === "boolean") &&
      to !== "" && { to: String(to) }),
    ...((status === "delivered" || status === "failed") && { status }),
    ...(isKind(kind) && { kind }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(typeof email === "string" && email !== "" && { mail: email }),
  };
}

/** Returns what the API is asked for, for a search: days are those of the browser's time zone. */
export function logQuery({ to, status, kind, from, until }: LogSearch) {
  return {
    ...(to && { recipient: to }),
    ...(status && { status: status === "failed" ? ("failed" as const) : ("sent" as const) }),
    ...(kind && { kind }),
    ...(from && { since_millis: startOf(from) }),
    ...(until && { until_millis: startOf(until, 1) }),
  };
}

/** Tells whether a search leaves anything out. */
export function isFiltered({ to, status, kind, from, until }: LogSearch): boolean {
  return [to, status, kind, from, until].some((each) => each !== undefined);
}

function isKind(value: unknown): value is EmailKind {
  return typeof value === "string" && Object.hasOwn(emailKinds, value);
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Returns when a day, or the one so many days later, begins; days are not all equally long. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return Math.max(0, new Date(year, month - 1, date + later).getTime());
}

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
  webhook_disabled: msg("Webhooks that were switched off"),
  failed_emails: msg("Reports of failed emails"),
  storage_nearly_full: msg("Warnings that storage is nearly full"),
};

export type EmailKind = keyof typeof emailKinds;

/** Says what is open on a list of themes, templates or drafts. */
export interface ContentListSearch {
  create?: true;
}

/** Says what is open on the page of a theme, a template or a draft. */
export interface ContentSearch {
  dialog?: "rename" | "delete" | "reset";
  /** Says how wide the preview is; as on a desktop where it is absent. */
  width?: "phone";
}

/** Reads the search of a list, of which anything may be in an address. */
export function parseContentListSearch(search: Record<string, unknown>): ContentListSearch {
  return search.create === true || search.create === "true" ? { create: true } : {};
}

/** Reads the search of a page with an editor. */
export function parseContentSearch({ dialog, width }: Record<string, unknown>): ContentSearch {
  return {
    ...((dialog === "rename" || dialog === "delete" || dialog === "reset") && { dialog }),
    ...(width === "phone" && { width }),
  };
}

/** Holds what a new email begins with, as it appears in the address. */
export interface SendSearch {
  /** The ids of a draft, of a template, and of a user. */
  draft?: string;
  template?: string;
  to?: string;
  /** The id of an earlier email to users, which goes once more to those whom it has failed. */
  again?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseSendSearch(search: Record<string, unknown>): SendSearch {
  const ids = (["draft", "template", "to", "again"] as const).flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && /^[\w-]+$/.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(ids);
}

/** Says which recipients of an email are shown. */
export interface SentSearch {
  /** Absent for all. */
  status?: RecipientStatus;
}

/** Reads the search of an address; an invalid value is left out. */
export function parseSentSearch({ status }: Record<string, unknown>): SentSearch {
  const isStatus = typeof status === "string" && Object.hasOwn(recipientStatuses, status);
  return isStatus ? { status: status as RecipientStatus } : {};
}

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
