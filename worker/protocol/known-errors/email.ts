import { detailed, fixed } from "./definition";

/** Mails, their templates and the server that sends them. */
export const emailErrors = {
  EMAIL_TEMPLATE_ALREADY_EXISTS: fixed(409, "Email template already exists."),
  EMAIL_RENDERING_ERROR: detailed({
    status: 400,
    details: { error: "string" },
    message: ({ error }) => `Failed to render email with theme: ${error}`,
  }),
  REQUIRES_CUSTOM_EMAIL_SERVER: fixed(
    400,
    "This action requires a custom SMTP server. Please edit your email server configuration and try again.",
  ),
};
