// Mails: to whom a project may send them, and what an endpoint fails with when the mail that it sends is not accepted.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";

export const mailNotSent = plainError(
  400,
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
);

export const readMailRecipients = endpoint("GET /internal/emails/recipients", {
  summary: "Read to whom the project may send mails",
  description:
    "While no owner has a verified address, the shared mail server of a deployment sends to the project's own team only.",
  access: adminOnly,
  response: z.object({ allowed: z.enum(["anyone", "own_team"]) }),
});
