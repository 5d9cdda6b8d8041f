export { type AdminOwnedProject, GatehouseAdminApp, GatehouseAdminApp as StackAdminApp } from "../apps/admin-app";
export type {
  AuditEvent,
  AuditEventPage,
  AuditEventType,
  AuditParty,
  ExportAuditEventsOptions,
  ListAuditEventsOptions,
} from "../operations/audit-events";
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
export type {
  InternalApiKey,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
  PublishableKey,
} from "../operations/internal-api-keys";
export type {
  ListTransactionsOptions,
  StripeAccountInfo,
  Transaction,
  TransactionPage,
} from "../operations/payments";
export type {
  PermissionDefinition,
  PermissionDefinitionCreateOptions,
  PermissionDefinitionUpdateOptions,
} from "../operations/permission-definitions";
export type { Metrics, MetricsOptions } from "../operations/project";
export type { TestModePurchaseOptions } from "../payments/purchases";
export type { ItemQuantityChangeOptions } from "../payments/server-item";
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
