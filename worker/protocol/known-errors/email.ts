import { detailed, fixed, type Remedies } from "./definition";

/** Emails, their templates and the server that sends them. */
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

/** For readers of the reference: what happened, and what to do about it. */
export const emailRemedies: Remedies<typeof emailErrors> = {
  EMAIL_TEMPLATE_ALREADY_EXISTS: [
    "The project has a template of this name, built in or its own.",
    "Choose another name, or edit that template.",
  ],
  EMAIL_RENDERING_ERROR: [
    "The source of the theme or template does not render.",
    "The detail `error` contains the place.",
  ],
  REQUIRES_CUSTOM_EMAIL_SERVER: [
    "The shared mail server only sends what signing in needs.",
    "Enter the project's own mail server on the dashboard.",
  ],
};
