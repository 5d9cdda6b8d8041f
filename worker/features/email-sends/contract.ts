// Emails that a project sends to many of its users at once: each user gets at most one, after the response.
import * as z from "zod";
import { adminOnly, endpoint, serverOrHigher } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import {
  integer,
  type Json,
  listOf,
  metadata,
  millis,
  noBody,
  noQuery,
  pageOf,
  shortText,
  text,
  uuid,
} from "../../protocol/fields";
import { ours } from "../../protocol/official-clients";
import { SentEmail } from "../emails/contract";

/** The longest HTML of an email, in characters. */
const maxSourceLength = 512 * 1024;

/** The most users that a request may name; it has room for a few more. */
const maxUserIds = 20_000;

/** The most users of a project that a response lists where all were addressed. */
export const maxListedUsers = 10_000;

export const serverIncomplete = plainError(
  500,
  "The project's email server is not configured completely. Please check the email configuration and try again.",
  { remedy: "Give the server a host, a port and a sender address in the project's settings." },
);
export const categoryNotFound = plainError(400, "Notification category not found with given name", {
  remedy: "Name `Transactional` or `Marketing`, in just these letters, or leave it out.",
});
export const templateNotFound = plainError(400, "No template found with given template_id", {
  remedy: "Check the id: the project may not have this template any more.",
});
export const draftNotFound = plainError(400, "No draft found with given draft_id", {
  remedy: "Check the id: the draft may have been deleted.",
});
export const sendNotFound = plainError(404, "No email send found with given id", {
  remedy: "Check the id, which is the `send_id` of `POST /emails/send-email`.",
});
export const sendIsOver = plainError(400, "The email send is over already", { remedy: "Nothing is left to cancel." });

const common = {
  user_ids: z
    .array(text(1_000))
    .max(maxUserIds)
    .optional()
    .describe("The users to send to. Exactly one of this and `all_users` is given."),
  all_users: z
    .literal(true)
    .optional()
    .describe("`true` sends to all users that the project has now, anonymous ones too."),
  subject: shortText.optional().describe("The subject; without it, that of the template or draft."),
  notification_category_name: shortText
    .optional()
    .describe(
      "`Transactional`, the default, or `Marketing`, whose emails users can refuse. What the template or draft says wins.",
    ),
  theme_id: z
    .union([uuid, z.literal(false), z.null()])
    .optional()
    .describe(
      "The id of a theme, or `false` for none. Without it, or with `null`, the project's theme; a draft's own where it is left out.",
    ),
};

/** An object of the project's own making. Null among its values is refused, since sources cannot expect it. */
const variables = metadata
  .refine(
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && !Object.values(value).includes(null),
    "{path} must be an object without null among its values",
  )
  .transform((value) => value as Record<string, Json>)
  .meta({ type: "object", description: "The template's variables, by their names" });

const body = z.union([
  z.strictObject({
    html: text(maxSourceLength).describe("What stands in the email, within the theme."),
    ...common,
  }),
  z.strictObject({
    template_id: uuid.describe("The id of a template of the project."),
    variables: variables.optional().describe("The template's variables."),
    ...common,
  }),
  z.strictObject({ draft_id: shortText.describe("The id of a draft of the project."), ...common }),
]);

export type SendRequest = z.output<typeof body>;

export const sendEmail = endpoint("POST /emails/send-email", {
  summary: "Send an email to some or all users",
  description:
    "From HTML, from a template or from a draft. The response comes before the emails go out: users without an address, and those who have switched the category off, are skipped. How it went for each is in `GET /internal/emails/sends/{send_id}/recipients`. Sending needs a mail server of the project's own.",
  access: serverOrHigher,
  query: noQuery,
  body,
  response: z.object({
    results: z
      .array(
        z.object({
          user_id: z.string().describe("The id of the user, a UUID."),
          user_email: z.string().optional().describe("The user's primary address. Absent without one."),
        }),
      )
      .describe("All users to whom the email is sent, also those who will be skipped; the first 10,000 of all users."),
    send_id: ours(z.string().describe("The id of the send.")),
  }),
  errors: [
    "REQUIRES_CUSTOM_EMAIL_SERVER",
    serverIncomplete,
    categoryNotFound,
    templateNotFound,
    draftNotFound,
    "USER_ID_DOES_NOT_EXIST",
  ],
});

const recipientStatus = z.enum(["queued", "sending", "sent", "skipped", "failed", "unknown", "cancelled"]);

const Send = z
  .object({
    id: z.string().describe("The id of the send."),
    created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
    variant: z.enum(["html", "template", "draft"]).describe("What the emails are made from."),
    template_id: z.string().nullable().describe("The id of a template of the project."),
    draft_id: z.string().nullable().describe("The id of a draft of the project."),
    subject: z.string().nullable().describe("The subject of all emails; `null` where the template or draft says it."),
    notification_category_name: z
      .string()
      .nullable()
      .describe(
        "`Transactional`, the default, or `Marketing`, whose emails users can refuse. What the template or draft says wins.",
      ),
    status: z.enum(["sending", "finished", "cancelled"]).describe("`sending` until no email is left to send."),
    finished_at_millis: millis.nullable().describe("When the last email was settled; `null` before."),
    is_addressed: z
      .boolean()
      .describe("Whether all users who are to get the email are counted; a send to all users finds them step by step."),
    counts: z
      .object({
        queued: integer.describe("Users whose emails are still to be sent."),
        sending: integer.describe("Users whose emails are being handed to the server."),
        sent: integer.describe("Users whose emails the server has accepted."),
        skipped: integer.describe(
          "Users who got no email by the rules: no address, the category switched off, an address that bounced.",
        ),
        failed: integer.describe("Users whose emails could not be sent."),
        unknown: integer.describe("Users whose emails the server may have accepted; they are not sent again."),
        cancelled: integer.describe("Users whose emails were not sent any more."),
      })
      .meta({ id: "RecipientCounts" })
      .describe(
        "How many users are where: `skipped` without an email by the rules, `failed` for good, `unknown` where the server may have accepted the email and did not say so.",
      ),
  })
  .meta({ id: "EmailSend" });

export type ShownSend = z.input<typeof Send>;

export const listSends = endpoint("GET /internal/emails/sends", {
  summary: "List the latest bulk emails, with how far they are",
  description: "The newest hundred.",
  access: adminOnly,
  query: noQuery,
  response: listOf(Send),
});

const params = z.strictObject({ send_id: uuid.describe("The id of the send.") });

export const readSend = endpoint("GET /internal/emails/sends/{send_id}", {
  summary: "Read how far a bulk email is",
  description:
    "While users are `queued` or `sending`, it goes on, also by later tries of emails that a server put off.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Send,
  errors: [sendNotFound],
});

export const maxRecipientPageSize = 100;

export const listRecipients = endpoint("GET /internal/emails/sends/{send_id}/recipients", {
  summary: "List how it went for each recipient of a bulk email",
  description: "By the ids of users. `GET /internal/emails` has each attempt.",
  access: adminOnly,
  params,
  query: z.strictObject({
    status: recipientStatus.optional().describe("What became of the user's email."),
    limit: integer
      .min(1)
      .max(maxRecipientPageSize)
      .optional()
      .describe("The most recipients on a page, at most and by default 100."),
    cursor: uuid.optional().describe("The `next_cursor` of the page before: the id of the user to begin with."),
  }),
  response: pageOf(
    z
      .object({
        user_id: z.string().describe("The id of the user, a UUID."),
        user_display_name: z
          .string()
          .nullable()
          .describe("The user's name now; `null` without one, and where the user was deleted."),
        user_primary_email: z
          .string()
          .nullable()
          .describe("The user's primary address now; `null` without one, and where the user was deleted."),
        status: recipientStatus.describe("What became of the user's email."),
        attempts: integer.describe("How often the user's email was tried."),
        skip_reason: z
          .enum(["no_address", "unsubscribed", "bounced", "deleted"])
          .nullable()
          .describe("Why the user got no email, where that is no failure."),
        error: SentEmail.shape.error,
      })
      .meta({ id: "EmailRecipient" }),
  ),
});

export const cancelSend = endpoint("POST /internal/emails/sends/{send_id}/cancel", {
  summary: "Cancel a bulk email",
  description: "Nothing more is sent. What is being handed to the mail server at this moment still goes out.",
  access: adminOnly,
  params,
  query: noQuery,
  body: noBody,
  response: Send,
  errors: [sendNotFound, sendIsOver],
});
