// Mails: to whom a project may send them, what endpoints about them fail with, and the fields that they have in common.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { text, uuid } from "../../protocol/fields";

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

export const readMailRecipients = endpoint("GET /internal/emails/recipients", {
  summary: "Read to whom the project may send mails",
  description:
    "While no owner has a verified address, the shared mail server of a deployment sends to the project's own team only.",
  access: adminOnly,
  response: z.object({ allowed: z.enum(["anyone", "own_team"]) }),
});
