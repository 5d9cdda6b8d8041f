// Emails: to whom a project may send them, what endpoints about them fail with, and the fields that they have in common.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { email, integer, listOf, millis, noQuery, opaque, shortText, text, uuid } from "../../protocol/fields";

export const themeNotFound = plainError(404, "No theme found with given id", {
  remedy: "Check the id: the project may not have this theme any more.",
});

export const templateNotFound = plainError(404, "No template found with given id", {
  remedy: "Check the id: the project may not have this template any more.",
});

/** The TSX source of a theme, a template or a draft: no longer than what is rendered. */
export const tsxSource = text(200_000);

/** Says which theme an email gets: that of the id, or none at all with `false`. */
export const themeChoice = z.union([uuid, z.literal(false)]);

/** The code of a link in an email. Not strict: what email services append to links must not break them. */
export const emailLinkQuery = z.object({
  code: opaque.optional().describe("The 45 characters of a verification code, in any case of letters."),
});

/** Of the endpoints to which such links lead. */
export const emailLinkDescription =
  "Opened from an email, in a browser; the response is a page. A code works once and for seven days: afterwards the page " +
  "shows that it was used (200) or has expired (400). 404 means that there is no such code.";

export const readEmailRecipients = endpoint("GET /internal/emails/recipients", {
  summary: "Read to whom the project may send emails",
  description:
    "While no owner has a verified address, the shared mail server of a deployment sends to the project's own team only.",
  access: adminOnly,
  response: z.object({
    allowed: z
      .enum(["anyone", "own_team"])
      .describe("`anyone`, or `own_team` while emails go to the members of the team that owns the project only."),
  }),
});

export const SentEmail = z
  .object({
    id: z.string().describe("The id of the attempt."),
    subject: z.string().describe("The subject, without codes."),
    to: z.array(z.string()).describe("The addresses of the email."),
    sent_at_millis: millis.describe("When the attempt was made, in milliseconds since the Unix epoch."),
    sender_config: z
      .object({
        type: z
          .enum(["shared", "standard"])
          .describe("`shared` for the instance's own server, `standard` for one of the project's."),
        host: z.string().optional().describe("A name or an address."),
        port: integer
          .optional()
          .describe("465 is encrypted from the first byte; others by STARTTLS, where the server offers it."),
        username: z.string().optional().describe("Empty for a server that asks for no login."),
        sender_name: z.string().optional().describe("The name beside the sender's address."),
        sender_email: z.string().optional().describe("The sender's address."),
      })
      .meta({ id: "SenderConfig" })
      .describe("By which server and under which name the email went out, without the password."),
    error: z
      .object({
        rawError: z.string().describe("What the server said, or what happened, in its own words."),
        errorType: z.string().describe("What kind of failure it is."),
        canRetry: z.boolean().describe("Whether a later try may succeed."),
        message: z.string().describe("What went wrong and what to do about it, for the owner."),
      })
      .meta({ id: "EmailError" })
      .nullable()
      .describe("Why the latest attempt failed, or `null`."),
  })
  .meta({ id: "SentEmail" });

/** The attempts that the log shows. */
export const listedEmails = 100;

export const listSentEmails = endpoint("GET /internal/emails", {
  summary: "List the latest attempts to send emails",
  description: "The newest hundred. An email that was tried again has a row for each attempt.",
  access: adminOnly,
  query: noQuery,
  response: listOf(SentEmail),
});

/** A longer test email counts as several: of the longest ones a project sends twelve a minute, whose text takes seconds to read. */
export const bytesOfTestEmail = 64 * 1024;

export const sendTestEmail = endpoint("POST /internal/send-test-email", {
  summary: "Try a mail server by sending an email over it",
  description:
    "One attempt of ten seconds at most. What went wrong is in the response, in the server's own words where it has some.",
  access: adminOnly,
  limit: "mail",
  shares: ["emails"],
  query: noQuery,
  body: z.strictObject({
    recipient_email: email.describe("Where the test goes."),
    subject: shortText.optional().describe("The subject, in place of that of a plain test."),
    html: text(512 * 1024)
      .optional()
      .describe(
        "The email as it is to look, such as a rendered preview, in place of a plain test. It counts as one email more for each 64 KB beyond the first.",
      ),
    email_config: z
      .strictObject({
        host: shortText.describe("A name or an address."),
        port: integer
          .min(0)
          .max(65_535)
          .describe("465 is encrypted from the first byte; others by STARTTLS, where the server offers it."),
        username: shortText.describe("Empty for a server that asks for no login."),
        password: text(70).describe("Up to 70 characters."),
        sender_name: shortText.describe("The name beside the sender's address."),
        sender_email: email.describe("The sender's address."),
      })
      .meta({ id: "TriedEmailServer" })
      .describe("The server that is tried. Nothing of it is stored in the project."),
  }),
  response: z.object({
    success: z.boolean().describe("Whether the server accepted the email."),
    error_message: z.string().optional().describe("What went wrong, for the owner. Absent when nothing did."),
  }),
});
