import { auditEvents } from "../../kit/operations/audit-events";
import { emailContent } from "../../kit/operations/email-content";
import { emailDelivery } from "../../kit/operations/email-delivery";
import { internalApiKeys } from "../../kit/operations/internal-api-keys";
import { payments } from "../../kit/operations/payments";
import { permissionDefinitions } from "../../kit/operations/permission-definitions";
import { projectReads } from "../../kit/operations/project";
import { hookOf } from "./hook-of";

/** The hooks of what an admin app reads. They are made in one call, so that bundlers can leave them out. */
export const adminHooks = /* @__PURE__ */ (() => ({
  /** Every set of project keys, newest first, also those that no longer work. */
  useInternalApiKeys: hookOf(internalApiKeys.listInternalApiKeys),
  /** The permissions that can be granted in a team. */
  useTeamPermissionDefinitions: hookOf(permissionDefinitions.listTeamPermissionDefinitions),
  /** The permissions that can be granted in the project. */
  useProjectPermissionDefinitions: hookOf(permissionDefinitions.listProjectPermissionDefinitions),
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
  /** A page of what was done in the project, by whom and from where, newest first. */
  useAuditEvents: hookOf(auditEvents.listAuditEvents),
  /** Returns how far the project's account at Stripe is; null where it has none. */
  useStripeAccountInfo: hookOf(payments.getStripeAccountInfo),
  /** A page of what customers have bought, and how their items were changed, newest first. */
  useTransactions: hookOf(payments.listTransactions),
  /** Returns how many users the project has, how active they are, from where and how they sign in. */
  useMetrics: hookOf(projectReads.getMetrics),
  /** A token for a client of Svix, with which the project's webhooks are administered. */
  useSvixToken: hookOf(projectReads.getSvixToken),
}))();

export type AdminHooks = typeof adminHooks;
