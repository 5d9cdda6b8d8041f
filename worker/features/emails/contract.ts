// Mails: what an endpoint fails with when the mail that it sends is not accepted.
import { plainError } from "../../protocol/error-definitions";

export const mailNotSent = plainError(
  400,
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
);
