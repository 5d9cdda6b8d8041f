import { msg } from "../../translation/message";

/** The kinds of emails, as the log and its filter name them. */
export const emailKinds = {
  send: msg("Emails to users"),
  test: msg("Tests of a mail server"),
  email_verification: msg("Email verification"),
  password_reset: msg("Password resets"),
  magic_link: msg("Sign-in codes and links"),
  reauthentication: msg("Codes to confirm who someone is"),
  team_invitation: msg("Team invitations"),
  sign_in_invitation: msg("Invitations to sign in"),
  api_key_revoked: msg("Revoked API keys"),
  security_notice: msg("Security notices"),
  password_guessed: msg("Notices of guessed passwords"),
  webhook_disabled: msg("Webhooks that were switched off"),
  failed_emails: msg("Reports of failed emails"),
  storage_nearly_full: msg("Warnings that storage is nearly full"),
};

export type EmailKind = keyof typeof emailKinds;
