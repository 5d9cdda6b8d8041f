import { apiKeyRevoked } from "./api-key-revoked";
import { emailVerification } from "./email-verification";
import { failedEmails } from "./failed-emails";
import { magicLink } from "./magic-link";
import { passwordReset } from "./password-reset";
import { reauthentication } from "./reauthentication";
import { securityNotice } from "./security-notice";
import { signInInvitation } from "./sign-in-invitation";
import { teamInvitation } from "./team-invitation";
import { webhookDisabled } from "./webhook-disabled";

/** The mails that Gatehouse sends by itself. Only their rendered form is part of the Worker: `npm run generate`. */
export const systemTemplates = {
  email_verification: emailVerification,
  password_reset: passwordReset,
  magic_link: magicLink,
  reauthentication,
  team_invitation: teamInvitation,
  sign_in_invitation: signInInvitation,
  api_key_revoked: apiKeyRevoked,
  security_notice: securityNotice,
  webhook_disabled: webhookDisabled,
  failed_emails: failedEmails,
};
