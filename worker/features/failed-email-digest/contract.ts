// A daily mail to the owners of projects whose mails could not be sent.
import * as z from "zod";
import { endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { headerText, text, trueOrFalse } from "../../protocol/fields";

export const unauthorized = plainError(401, "Unauthorized");

export const sendFailedEmailDigests = endpoint("POST /internal/failed-emails-digest", {
  summary: "Mail owners which mails of the last day failed",
  description:
    "By hand what a task does by itself, a day after the first failure. For operators, with `CRON_SECRET` as the bearer secret. Up to a hundred projects at once, each of which has no digest then until something fails again.",
  access: "public",
  limit: "sign-in",
  headers: z.object({ authorization: headerText.optional() }),
  query: z.strictObject({ dry_run: z.union([trueOrFalse, text(0)]).optional() }),
  response: z.object({
    success: z.boolean(),
    error_message: z.string().optional(),
    failed_emails_by_tenancy: z.array(
      z.object({
        project_id: z.string(),
        project_display_name: z.string(),
        owner_emails: z.array(z.string()),
        failed_emails: z.array(z.object({ subject: z.string(), to: z.array(z.string()), error_type: z.string() })),
      }),
    ),
  }),
  errors: [unauthorized],
});
