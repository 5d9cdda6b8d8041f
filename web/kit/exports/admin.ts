export { GatehouseAdminApp, GatehouseAdminApp as StackAdminApp } from "../admin/admin-app";
export type { AdminOwnedProject } from "../admin/owned-projects";
export type {
  ChatContent,
  ChatContext,
  ChatMessage,
  EmailDraft,
  EmailDraftCreateOptions,
  EmailDraftUpdateOptions,
  EmailPreviewOptions,
  EmailTemplate,
  EmailTheme,
  EmailThemeSource,
} from "../operations/email-content";
export type {
  DeliveryError,
  EmailRecipient,
  EmailRecipientPage,
  EmailRecipientStatus,
  EmailSend,
  ListEmailRecipientsOptions,
  SentEmail,
  TestEmailOptions,
} from "../operations/email-delivery";
export type { TestModePurchaseOptions } from "../payments/purchases";
export type { ItemQuantityChangeOptions } from "../payments/server-item";
export type { StripeAccountInfo } from "../payments/stripe-account";
export type { ListTransactionsOptions, Transaction, TransactionPage } from "../payments/transactions";
export type {
  AdminProject,
  AdminProjectCreateOptions,
  AdminProjectUpdateOptions,
  ProductionModeError,
} from "../projects/admin-project";
export type {
  AdminDomain,
  AdminEmailConfig,
  AdminOAuthProvider,
  AdminProjectConfig,
  AdminProjectConfigUpdate,
} from "../projects/admin-project-config";
export type { AuditEventType } from "../projects/audit-event-types";
export type {
  AuditEvent,
  AuditEventPage,
  AuditParty,
  ExportAuditEventsOptions,
  ListAuditEventsOptions,
} from "../projects/audit-events";
export type {
  InternalApiKey,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from "../projects/internal-api-key";
export type { Metrics, MetricsOptions } from "../projects/metrics";
export type {
  PermissionDefinition,
  PermissionDefinitionCreateOptions,
  PermissionDefinitionUpdateOptions,
} from "../projects/permission-definitions";
