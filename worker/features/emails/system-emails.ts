/** The variables of each email that the system sends, beside the names of project and user. */
export interface SystemEmails {
  email_verification: { emailVerificationLink: string; validFor: string };
  password_reset: { passwordResetLink: string; validFor: string };
  /** `otp`: the six characters to type. */
  magic_link: { magicLink: string; otp: string; validFor: string };
  reauthentication: { otp: string; validFor: string };
  /** `invitation`: who invites, such as `You are invited`, or `Ada invites you` where the name can be shown. */
  team_invitation: { teamDisplayName: string; teamInvitationLink: string; invitation: string; validFor: string };
  /** `teamDisplayName`: the name of the project, once more. */
  sign_in_invitation: { signInInvitationLink: string; teamDisplayName: string };
  api_key_revoked: { apiKeyDescription: string; apiKeyLastFour: string };
  security_notice: { change: string; circumstances: string; endSessionsLink: string };
  password_guessed: { circumstances: string };
  codes_off: { circumstances: string };
  webhook_disabled: { webhookProject: string; webhookHost: string };
  failed_emails: { failingProject: string; failures: string; projectLink: string };
  storage_nearly_full: { fullProject: string; storage: string; usageLink: string };
}

export type SystemTemplate = keyof SystemEmails;

/** Says whether an email holds what its reader alone may have: a code, or a link with one. What such an email said is never shown. */
export const holdsCode: Readonly<Record<SystemTemplate, boolean>> = {
  email_verification: true,
  password_reset: true,
  magic_link: true,
  reauthentication: true,
  team_invitation: true,
  // Its link is an address of the project's, which anyone may open.
  sign_in_invitation: false,
  api_key_revoked: false,
  // Its link ends all sessions.
  security_notice: true,
  password_guessed: false,
  codes_off: false,
  webhook_disabled: false,
  failed_emails: false,
  storage_nearly_full: false,
};

/** Holds what the caller gives a system email: the names of project and user, and the email's own variables. */
export type SystemEmailVariables<Template extends SystemTemplate> = {
  projectDisplayName: string;
  /** Null or empty where the user, or the name, is not known. */
  userDisplayName: string | null;
} & SystemEmails[Template];
