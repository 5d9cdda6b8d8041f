// The log of emails, page by page: each attempt with what the email said, where that may be shown, and sending one again.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { cursor, integer, millis, noBody, noQuery, pageOf, shortText, uuid } from "../../protocol/fields";
import { SentEmail } from "../emails/contract";

export const emailNotFound = plainError(404, "No email found with given id", {
  remedy: "List them with `GET /internal/emails/log`.",
});
export const emailNotKept = plainError(400, "What this email said is not kept, so that it cannot be sent again", {
  remedy:
    "Only emails to users are sent again, within 30 days. Write a new one with `POST /emails/send-email`; users request codes and links themselves.",
});
export const emailIsWaiting = plainError(400, "The email is still being sent", {
  remedy: "Wait until it is sent or has failed, or cancel its send.",
});
export const emailWithoutUser = plainError(400, "The user of this email has no email address any more", {
  remedy: "Give the user an address, or send a new email to another user.",
});
export const serverIncomplete = plainError(
  400,
  "The project's email server is not configured completely. Please check the email configuration and try again.",
  { remedy: "Give the server a host, a port and a sender address in the project's settings." },
);

/** The most attempts of a page. */
export const maxPageSize = 100;

const kind = z
  .enum([
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
    "codes_off",
    "webhook_disabled",
    "failed_emails",
    "storage_nearly_full",
  ])
  .meta({ id: "EmailKind" });

const time = millis.min(0);

const LoggedEmail = SentEmail.extend({
  kind: kind
    .nullable()
    .describe(
      "`send` for an email to users, `test` for that of a mail server's test, else what the system sent; `null` for attempts that were logged before kinds were.",
    ),
  send_id: z.string().nullable().describe("The send that the email is of, or `null`."),
  user_id: z.string().nullable().describe("The user whom an email of a send was made for, or `null`."),
}).meta({ id: "LoggedEmail" });

export type ShownEmail = z.input<typeof LoggedEmail>;

export const listLoggedEmails = endpoint("GET /internal/emails/log", {
  summary: "List the attempts to send emails, newest first, page by page",
  description: "An email that was tried again has a row for each attempt.",
  access: adminOnly,
  query: z.strictObject({
    status: z
      .enum(["sent", "failed"])
      .optional()
      .describe("`sent` for what the mail server has accepted, `failed` for the rest."),
    recipient: shortText.optional().describe("Only emails to this address, in any case."),
    kind: kind.optional().describe("Only emails of this kind."),
    since_millis: time.optional().describe("Only attempts from this time on."),
    until_millis: time.optional().describe("Only attempts before this time."),
    limit: integer
      .min(1)
      .max(maxPageSize)
      .optional()
      .describe("The most attempts on a page, at most and by default 100."),
    cursor: cursor.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
  }),
  response: pageOf(LoggedEmail),
});

const params = z.strictObject({ email_id: uuid.describe("The id of the attempt.") });

export const readLoggedEmail = endpoint("GET /internal/emails/log/{email_id}", {
  summary: "Read an attempt to send an email, with what the email said",
  description:
    "What an email to users said is made again from what is kept of it for 30 days, and without its link to unsubscribe. Emails " +
    "that hold a code, or a link that signs in, are never kept.",
  access: adminOnly,
  params,
  query: noQuery,
  response: LoggedEmail.extend({
    content: z
      .object({
        status: z
          .enum(["shown", "one_time_code", "not_kept", "expired", "failed"])
          .describe(
            "`shown`; `one_time_code` for emails that hold a code or a link that signs in, which are never kept; `not_kept` for other emails of the system; `expired` where more than 30 days have passed; `failed` where it cannot be made again.",
          ),
        html: z.string().nullable().describe("The email as it is shown; `null` where it is not."),
        text: z.string().nullable().describe("The same for programs that show no HTML."),
        message: z.string().nullable().describe("Why the email cannot be made again, or `null`."),
      })
      .meta({ id: "EmailContent" })
      .describe("What the email said."),
    is_waiting: z.boolean().describe("Whether a further attempt is to come. Cancelling the send cancels it."),
    can_resend: z.boolean().describe("Whether the email can be sent again."),
  }).meta({ id: "LoggedEmailWithContent" }),
  errors: [emailNotFound],
});

export type ShownContent = z.input<typeof readLoggedEmail.response>["content"];

export const resendEmail = endpoint("POST /internal/emails/log/{email_id}/resend", {
  summary: "Send an email to a user again",
  description:
    "As an email of its own, made of the same source and sent to the user's primary address. Only emails to users are sent again, " +
    "within 30 days.",
  access: adminOnly,
  limit: "mail",
  shares: ["emails"],
  params,
  query: noQuery,
  body: noBody,
  response: z.object({ send_id: z.string().describe("The id of the send that has begun.") }),
  errors: [
    emailNotFound,
    emailNotKept,
    emailIsWaiting,
    emailWithoutUser,
    "REQUIRES_CUSTOM_EMAIL_SERVER",
    serverIncomplete,
  ],
});
