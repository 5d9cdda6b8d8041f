// Mails that a project sends to many of its users at once: each user gets at most one, after the response.
import * as z from "zod";
import { adminOnly, endpoint, serverOrHigher } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import {
  integer,
  type Json,
  listOf,
  metadata,
  millis,
  noQuery,
  pageOf,
  shortText,
  text,
  uuid,
} from "../../protocol/fields";

/** The longest HTML of a mail, in characters. */
const maxSourceLength = 512 * 1024;

/** The most users that a request may name; it has room for a few more. */
const maxUserIds = 20_000;

/** The most users of a project that a response lists where all were addressed. */
export const maxListedUsers = 10_000;

export const serverIncomplete = plainError(
  500,
  "The project's email server is not configured completely. Please check the email configuration and try again.",
);
export const categoryNotFound = plainError(400, "Notification category not found with given name");
export const templateNotFound = plainError(400, "No template found with given template_id");
export const draftNotFound = plainError(400, "No draft found with given draft_id");
export const sendNotFound = plainError(404, "No email send found with given id");
export const sendIsOver = plainError(400, "The email send is over already");

const common = {
  user_ids: z.array(text(1_000)).max(maxUserIds).optional(),
  all_users: z.literal(true).optional(),
  subject: shortText.optional(),
  notification_category_name: shortText.optional(),
  theme_id: z.union([uuid, z.literal(false), z.null()]).optional(),
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
  z.strictObject({ html: text(maxSourceLength), ...common }),
  z.strictObject({ template_id: uuid, variables: variables.optional(), ...common }),
  z.strictObject({ draft_id: shortText, ...common }),
]);

export type SendRequest = z.output<typeof body>;

export const sendEmail = endpoint("POST /emails/send-email", {
  summary: "Send a mail to some or all users",
  description:
    "From HTML, from a template or from a draft. The response comes before the mails go out: users without an address, and those who have switched the category off, are skipped. How it went for each is in `GET /internal/emails/sends/{send_id}/recipients`. Sending needs a mail server of the project's own.",
  access: serverOrHigher,
  query: noQuery,
  body,
  response: z.object({
    results: z.array(z.object({ user_id: z.string(), user_email: z.string().optional() })),
    send_id: z.string(),
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

const Send = z.object({
  id: z.string(),
  created_at_millis: millis,
  variant: z.enum(["html", "template", "draft"]),
  template_id: z.string().nullable(),
  draft_id: z.string().nullable(),
  subject: z.string().nullable().meta({
    description: "Of a template or draft without one in the request: the first mail's, and null before it is made",
  }),
  notification_category_name: z.string().nullable().meta({
    description: "Of a template or draft, which may say it itself: the first mail's, and null before it is made",
  }),
  status: z.enum(["sending", "finished", "cancelled"]),
  finished_at_millis: millis.nullable(),
  is_addressed: z.boolean(),
  counts: z.object({
    queued: integer,
    sending: integer,
    sent: integer,
    skipped: integer,
    failed: integer,
    unknown: integer,
    cancelled: integer,
  }),
});

export type ShownSend = z.input<typeof Send>;

export const listSends = endpoint("GET /internal/emails/sends", {
  summary: "List the latest mails to many, with how far they are",
  description: "The newest hundred.",
  access: adminOnly,
  query: noQuery,
  response: listOf(Send),
});

const params = z.strictObject({ send_id: uuid });

export const readSend = endpoint("GET /internal/emails/sends/{send_id}", {
  summary: "Read how far a mail to many is",
  description: "While users are `queued` or `sending`, it goes on, also by later tries of mails that a server put off.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Send,
  errors: [sendNotFound],
});

export const longestRecipientPage = 100;

export const listRecipients = endpoint("GET /internal/emails/sends/{send_id}/recipients", {
  summary: "List how it went for each recipient of a mail to many",
  description: "By the ids of users. `GET /internal/emails` has each attempt.",
  access: adminOnly,
  params,
  query: z.strictObject({
    status: recipientStatus.optional().meta({ description: "Only recipients of this status" }),
    limit: integer.min(1).max(longestRecipientPage).optional(),
    cursor: uuid.optional(),
  }),
  response: pageOf(
    z.object({
      user_id: z.string(),
      status: recipientStatus,
      attempts: integer,
      skip_reason: z.enum(["no_address", "unsubscribed", "bounced", "deleted"]).nullable(),
      error: z
        .object({ rawError: z.string(), errorType: z.string(), canRetry: z.boolean(), message: z.string() })
        .nullable(),
    }),
  ),
});

export const cancelSend = endpoint("POST /internal/emails/sends/{send_id}/cancel", {
  summary: "Cancel a mail to many",
  description: "Nothing more is sent. What is being handed to the mail server at this moment still goes out.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({}),
  response: Send,
  errors: [sendNotFound, sendIsOver],
});
