// The log of mails, page by page: each attempt with what the mail said, where that may be shown, and sending one again.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { cursor, integer, millis, noQuery, pageOf, shortText, uuid } from "../../protocol/fields";
import { SentEmail } from "../emails/contract";

export const emailNotFound = plainError(404, "No email found with given id");
export const emailNotKept = plainError(400, "What this email said is not kept, so that it cannot be sent again");
export const emailIsWaiting = plainError(400, "The email is still being sent");
export const emailWithoutUser = plainError(400, "The user of this email has no email address any more");
export const serverIncomplete = plainError(
  400,
  "The project's email server is not configured completely. Please check the email configuration and try again.",
);

/** The most attempts of a page. */
export const longestPage = 100;

const kind = z.enum([
  "send",
  "test",
  "email_verification",
  "password_reset",
  "magic_link",
  "reauthentication",
  "team_invitation",
  "sign_in_invitation",
  "api_key_revoked",
  "security_notice",
  "password_guessed",
  "webhook_disabled",
  "failed_emails",
  "storage_nearly_full",
]);

const time = millis.min(0);

const LoggedEmail = SentEmail.extend({
  kind: kind.nullable(),
  send_id: z.string().nullable(),
  user_id: z.string().nullable(),
});

export type ShownEmail = z.input<typeof LoggedEmail>;

export const listLoggedEmails = endpoint("GET /internal/emails/log", {
  summary: "List the attempts to send mails, newest first, page by page",
  description: "A mail that was tried again has a row for each attempt.",
  access: adminOnly,
  query: z.strictObject({
    status: z.enum(["sent", "failed"]).optional(),
    recipient: shortText.optional(),
    kind: kind.optional(),
    since_millis: time.optional(),
    until_millis: time.optional(),
    limit: integer.min(1).max(longestPage).optional(),
    cursor: cursor.optional(),
  }),
  response: pageOf(LoggedEmail),
});

const params = z.strictObject({ email_id: uuid });

export const readLoggedEmail = endpoint("GET /internal/emails/log/{email_id}", {
  summary: "Read an attempt to send a mail, with what the mail said",
  description:
    "What a mail to users said is made again from what is kept of it for 30 days, and without its link to unsubscribe. Mails " +
    "that hold a code, or a link that signs in, are never kept.",
  access: adminOnly,
  params,
  query: noQuery,
  response: LoggedEmail.extend({
    content: z.object({
      status: z.enum(["shown", "one_time_code", "not_kept", "expired", "failed"]),
      html: z.string().nullable(),
      text: z.string().nullable(),
      message: z.string().nullable(),
    }),
    is_waiting: z.boolean(),
    can_resend: z.boolean(),
  }),
  errors: [emailNotFound],
});

export type ShownContent = z.input<typeof readLoggedEmail.response>["content"];

export const resendEmail = endpoint("POST /internal/emails/log/{email_id}/resend", {
  summary: "Send a mail to a user again",
  description:
    "As a mail of its own, made of the same source and sent to the user's primary address. Only mails to users are sent again, " +
    "within 30 days.",
  access: adminOnly,
  limit: "mail",
  shares: ["emails"],
  params,
  query: noQuery,
  body: z.strictObject({}),
  response: z.object({ send_id: z.string() }),
  errors: [
    emailNotFound,
    emailNotKept,
    emailIsWaiting,
    emailWithoutUser,
    "REQUIRES_CUSTOM_EMAIL_SERVER",
    serverIncomplete,
  ],
});
