// A daily email to the owners of projects whose emails could not be sent.
import * as z from "zod";
import { endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { headerText, text, trueOrFalse } from "../../protocol/fields";

export const unauthorized = plainError(401, "Unauthorized", {
  remedy: "Send the value of `CRON_SECRET`, which the operator has configured, as a bearer secret.",
});

export const sendFailedEmailDigests = endpoint("POST /internal/failed-emails-digest", {
  summary: "Email owners which emails of the last day failed",
  description:
    "By hand what a task does by itself, a day after the first failure. For operators, with `CRON_SECRET` as the bearer secret. Up to a hundred projects at once, each of which has no digest then until something fails again.",
  access: "public",
  limit: "sign-in",
  headers: z.object({
    authorization: headerText.optional().describe("`Bearer` and the value of `CRON_SECRET`."),
  }),
  query: z.strictObject({
    dry_run: z
      .union([trueOrFalse, text(0)])
      .optional()
      .describe("`true` responds with what would be emailed, and emails nothing."),
  }),
  response: z.object({
    success: z.boolean().describe("`true`: a digest that could not be emailed is in the log of the internal project."),
    error_message: z.string().optional().describe("What went wrong, for the owner. Absent when nothing did."),
    failed_emails_by_tenancy: z
      .array(
        z
          .object({
            project_id: z.string().describe("The id of the project."),
            project_display_name: z.string().describe("The project's name."),
            owner_emails: z
              .array(z.string())
              .describe("The verified addresses of the team that owns the project, to which the digest goes."),
            failed_emails: z
              .array(
                z.object({
                  subject: z.string().describe("The subject of the email, without codes."),
                  to: z.array(z.string()).describe("The addresses of the email."),
                  error_type: z.string().describe("What kind of failure it was."),
                }),
              )
              .describe("The latest failures, up to a hundred."),
          })
          .meta({ id: "FailedEmails" }),
      )
      .describe("The projects with failed emails."),
  }),
  errors: [unauthorized],
});
