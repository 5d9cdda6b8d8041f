import { emailContent } from "../../kit/operations/email-content";
import { emailDelivery } from "../../kit/operations/email-delivery";
import { hookOf } from "./hook-of";

/** The hooks of a project's emails. They are made in one call, so that bundlers can leave them out. */
export const emailHooks = /* @__PURE__ */ (() => ({
  /** The themes of the project's emails: those that every project has first. */
  useEmailThemes: hookOf(emailContent.listEmailThemes),
  /** A theme with its source. */
  useEmailTheme: hookOf(emailContent.getEmailTheme),
  /** The templates of the project's emails: those that the system sends first. */
  useEmailTemplates: hookOf(emailContent.listEmailTemplates),
  /** The drafts of emails: the one that was changed last first. */
  useEmailDrafts: hookOf(emailContent.listEmailDrafts),
  /** The HTML of an email, which is rendered anew when a theme or a template changes. */
  useEmailPreview: hookOf(emailContent.getEmailPreview),
  /** The latest emails of the project, newest first, also those that were not delivered. */
  useSentEmails: hookOf(emailDelivery.listSentEmails),
  /** The latest bulk emails, newest first, with how far each was when it was read. */
  useEmailSends: hookOf(emailDelivery.listEmailSends),
  /** A bulk email, with how far it was when it was read. */
  useEmailSend: hookOf(emailDelivery.getEmailSend),
  /** A page of the users to whom a bulk email goes, of one status where it is given. */
  useEmailRecipients: hookOf(emailDelivery.listEmailRecipients),
}))();

export type EmailHooks = typeof emailHooks;
