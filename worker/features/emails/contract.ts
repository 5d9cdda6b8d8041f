// Mails: to whom a project may send them, what endpoints about them fail with, and the fields that they have in common.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { email, integer, listOf, millis, noQuery, opaque, shortText, text, uuid } from "../../protocol/fields";

export const mailNotSent = plainError(
  400,
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
);

export const themeNotFound = plainError(404, "No theme found with given id");

export const templateNotFound = plainError(404, "No template found with given id");

/** The TSX source of a theme, a template or a draft: no longer than what is rendered. */
export const tsxSource = text(200_000);

/** Which theme a mail gets: that of the id, or none at all with `false`. */
export const themeChoice = z.union([uuid, z.literal(false)]);

/** The code of a link in a mail. Not strict: what mail services append to links must not break them. */
export const mailLinkQuery = z.object({
  code: opaque.optional().meta({ description: "The code of the mail, in any case of letters" }),
});

/** Of the endpoints to which such links lead. */
export const mailLinkDescription =
  "Opened from a mail, in a browser; the response is a page. A code works once and for seven days: afterwards the page " +
  "shows that it was used (200) or has expired (400). 404 means that there is no such code.";

export const readMailRecipients = endpoint("GET /internal/emails/recipients", {
  summary: "Read to whom the project may send mails",
  description:
    "While no owner has a verified address, the shared mail server of a deployment sends to the project's own team only.",
  access: adminOnly,
  response: z.object({ allowed: z.enum(["anyone", "own_team"]) }),
});

export const SentEmail = z.object({
  id: z.string(),
  subject: z.string(),
  to: z.array(z.string()),
  sent_at_millis: millis,
  sender_config: z.object({
    type: z.enum(["shared", "standard"]),
    host: z.string().optional(),
    port: integer.optional(),
    username: z.string().optional(),
    sender_name: z.string().optional(),
    sender_email: z.string().optional(),
  }),
  error: z
    .object({ rawError: z.string(), errorType: z.string(), canRetry: z.boolean(), message: z.string() })
    .nullable(),
});

/** The attempts that the log shows. */
export const listedEmails = 100;

export const listSentEmails = endpoint("GET /internal/emails", {
  summary: "List the latest attempts to send mails",
  description: "The newest hundred. A mail that was tried again has a row for each attempt.",
  access: adminOnly,
  query: noQuery,
  response: listOf(SentEmail),
});

export const sendTestEmail = endpoint("POST /internal/send-test-email", {
  summary: "Try a mail server by sending a mail over it",
  description:
    "One attempt of ten seconds at most. What went wrong is in the response, in the server's own words where it has some.",
  access: adminOnly,
  limit: "mail",
  shares: ["emails"],
  query: noQuery,
  body: z.strictObject({
    recipient_email: email,
    email_config: z.strictObject({
      host: shortText,
      port: integer.min(0).max(65_535),
      username: shortText,
      password: text(70),
      sender_name: shortText,
      sender_email: email,
    }),
  }),
  response: z.object({ success: z.boolean(), error_message: z.string().optional() }),
});
