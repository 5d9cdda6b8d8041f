import { plainError } from "../../../protocol/error-definitions";

/** Of endpoints whose email goes out before they respond. */
export const emailNotSent = plainError(
  400,
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
  { remedy: "Check the mail server in the project's settings; the address may also not accept email." },
);
